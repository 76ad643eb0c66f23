package io.mintmark.compatibility.slices.boot4;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

@DataJpaTest
public class DataJpaSlice extends Slice {}
