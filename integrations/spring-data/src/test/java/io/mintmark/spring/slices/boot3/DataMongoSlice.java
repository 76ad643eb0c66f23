package io.mintmark.spring.slices.boot3;

import io.mintmark.spring.slices.Slice;
import org.springframework.boot.test.autoconfigure.data.mongo.DataMongoTest;

@DataMongoTest
public class DataMongoSlice extends Slice {}
