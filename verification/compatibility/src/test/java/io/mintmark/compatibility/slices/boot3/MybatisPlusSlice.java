package io.mintmark.compatibility.slices.boot3;

import com.baomidou.mybatisplus.test.autoconfigure.MybatisPlusTest;
import io.mintmark.compatibility.slices.Slice;

@MybatisPlusTest
public class MybatisPlusSlice extends Slice {}
