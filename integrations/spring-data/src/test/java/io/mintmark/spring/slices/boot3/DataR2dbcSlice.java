package io.mintmark.spring.slices.boot3;

import io.mintmark.spring.slices.Slice;
import org.springframework.boot.test.autoconfigure.data.r2dbc.DataR2dbcTest;

@DataR2dbcTest
public class DataR2dbcSlice extends Slice {}
