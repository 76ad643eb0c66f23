package io.mintmark.benchmarks;

import io.mintmark.objectid.ObjectId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** ObjectIds, each made and written as 24 hex digits. */
@State(Scope.Benchmark)
public class ObjectIdTexts {

  @Benchmark
  public String mintmark() {
    return ObjectId.nextHex();
  }

  @Benchmark
  public String mintmarkByObject() {
    return ObjectId.next().toString();
  }

  @Benchmark
  public String bson() {
    return new org.bson.types.ObjectId().toHexString();
  }
}
