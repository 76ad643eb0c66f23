package io.mintmark.benchmarks;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.mintmark.Mintmark;
import io.mintmark.uuid.UuidGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** UUIDs of version 7, each made and written as 36 characters. */
@State(Scope.Benchmark)
public class UuidTexts {

  private final UuidGenerator uuids = Mintmark.open("memory:").uuids("bench", u -> u.version(7));
  private final TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();

  @Benchmark
  public String mintmark() {
    return uuids.next().toString();
  }

  @Benchmark
  public String jug() {
    return jug.generate().toString();
  }

  @Benchmark
  public String robsonkades() {
    return UUIDv7.randomUUIDString();
  }

  @Benchmark
  public String uuidCreatorPlus1() {
    return UuidCreator.toString(UuidCreator.getTimeOrderedEpochPlus1());
  }
}
