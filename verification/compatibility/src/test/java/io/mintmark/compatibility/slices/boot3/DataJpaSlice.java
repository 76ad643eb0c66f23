package io.mintmark.compatibility.slices.boot3;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;

@DataJpaTest
public class DataJpaSlice extends Slice {}
