package io.mintmark.benchmarks;

import io.mintmark.objectid.ObjectId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** ObjectIds as objects. */
@State(Scope.Benchmark)
public class ObjectIds {

  @Benchmark
  public Object mintmark() {
    return ObjectId.next();
  }

  @Benchmark
  public Object bson() {
    return new org.bson.types.ObjectId();
  }
}
