package io.mintmark.benchmarks;

import io.mintmark.internal.line.Context;
import io.mintmark.uuid.UuidGenerator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** UUIDs of version 4. */
@State(Scope.Benchmark)
public class RandomUuids {

  private final UuidGenerator uuids = UuidGenerator.v4("bench", Context.local());

  @Benchmark
  public UUID mintmark() {
    return uuids.next();
  }

  @Benchmark
  public UUID jdk() {
    return UUID.randomUUID();
  }
}
