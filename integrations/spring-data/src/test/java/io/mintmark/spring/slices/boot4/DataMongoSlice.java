package io.mintmark.spring.slices.boot4;

import io.mintmark.spring.slices.Slice;
import org.springframework.boot.data.mongodb.test.autoconfigure.DataMongoTest;

@DataMongoTest
public class DataMongoSlice extends Slice {}
