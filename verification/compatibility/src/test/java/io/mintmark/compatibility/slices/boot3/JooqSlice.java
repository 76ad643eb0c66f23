package io.mintmark.compatibility.slices.boot3;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.test.autoconfigure.jooq.JooqTest;

@JooqTest
public class JooqSlice extends Slice {}
