package io.mintmark.compatibility.slices.boot4;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;

@JdbcTest
public class JdbcSlice extends Slice {}
