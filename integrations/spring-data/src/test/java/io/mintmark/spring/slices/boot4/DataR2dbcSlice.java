package io.mintmark.spring.slices.boot4;

import io.mintmark.spring.slices.Slice;
import org.springframework.boot.data.r2dbc.test.autoconfigure.DataR2dbcTest;

@DataR2dbcTest
public class DataR2dbcSlice extends Slice {}
