package io.mintmark.compatibility.slices.boot4;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;

@DataJdbcTest
public class DataJdbcSlice extends Slice {}
