package io.mintmark.benchmarks;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.mintmark.Mintmark;
import io.mintmark.generator.IdOrder;
import io.mintmark.uuid.UuidGenerator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** UUIDs of version 7. */
@State(Scope.Benchmark)
public class OrderedUuids {

  private final UuidGenerator uuids = Mintmark.open("memory:").uuids("bench", u -> u.version(7));
  private final UuidGenerator byThread =
      Mintmark.open("memory:").uuids("threads", u -> u.version(7).order(IdOrder.THREAD));
  private final TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();

  @Benchmark
  public UUID mintmark() {
    return uuids.next();
  }

  @Benchmark
  public UUID mintmarkByThread() {
    return byThread.next();
  }

  @Benchmark
  public UUID jug() {
    return jug.generate();
  }

  /** Its bits cannot be guessed, as ours and the others' cannot. */
  @Benchmark
  public UUID robsonkadesSecure() {
    return UUIDv7.secureRandomUUID();
  }

  /** Its bits can be guessed: it draws them from a generator that is not meant for secrets. */
  @Benchmark
  public UUID robsonkades() {
    return UUIDv7.randomUUID();
  }

  @Benchmark
  public UUID uuidCreator() {
    return UuidCreator.getTimeOrderedEpoch();
  }

  @Benchmark
  public UUID uuidCreatorPlus1() {
    return UuidCreator.getTimeOrderedEpochPlus1();
  }
}
