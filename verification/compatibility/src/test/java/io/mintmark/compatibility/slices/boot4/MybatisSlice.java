package io.mintmark.compatibility.slices.boot4;

import io.mintmark.compatibility.slices.Slice;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;

@MybatisTest
public class MybatisSlice extends Slice {}
