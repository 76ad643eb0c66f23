package io.mintmark.compatibility.slices.boot3;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.test.autoconfigure.data.jdbc.DataJdbcTest;

@DataJdbcTest
public class DataJdbcSlice extends Slice {}
