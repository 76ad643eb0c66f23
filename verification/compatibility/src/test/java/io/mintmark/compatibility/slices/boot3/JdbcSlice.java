package io.mintmark.compatibility.slices.boot3;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.test.autoconfigure.jdbc.JdbcTest;

@JdbcTest
public class JdbcSlice extends Slice {}
