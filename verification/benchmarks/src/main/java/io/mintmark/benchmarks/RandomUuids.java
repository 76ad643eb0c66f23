package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.uuid.UuidGenerator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** UUIDs of version 4. */
@State(Scope.Benchmark)
public class RandomUuids {

  private final UuidGenerator uuids = Mintmark.open("memory:").uuids("bench", u -> u.version(4));

  @Benchmark
  public UUID mintmark() {
    return uuids.next();
  }

  @Benchmark
  public UUID jdk() {
    return UUID.randomUUID();
  }
}
