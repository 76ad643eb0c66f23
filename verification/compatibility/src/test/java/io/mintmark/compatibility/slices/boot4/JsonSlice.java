package io.mintmark.compatibility.slices.boot4;

import io.mintmark.compatibility.slices.Slice;
import org.springframework.boot.test.autoconfigure.json.JsonTest;

@JsonTest
public class JsonSlice extends Slice {}
