package io.mintmark.benchmarks;

import io.mintmark.objectid.ObjectId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** ObjectIds read from 24 hex digits. */
@State(Scope.Benchmark)
public class ParsedObjectIds {

  // Not final, so that it is read each time.
  private String text = ObjectId.next().toString();

  @Benchmark
  public Object mintmark() {
    return ObjectId.parse(text);
  }

  @Benchmark
  public Object bson() {
    return new org.bson.types.ObjectId(text);
  }
}
