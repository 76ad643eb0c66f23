package io.mintmark.compatibility.slices.boot4;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.jooq.test.autoconfigure.JooqTest;

@JooqTest
public class JooqSlice extends Slice {}
