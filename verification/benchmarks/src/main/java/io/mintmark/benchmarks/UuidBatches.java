package io.mintmark.benchmarks;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.mintmark.Mintmark;
import io.mintmark.uuid.UuidGenerator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** UUIDs of version 7, 1,024 at a time: ours as a list, the others as what their libraries have. */
@State(Scope.Benchmark)
public class UuidBatches {

  private static final int COUNT = 1024;

  private final UuidGenerator uuids = Mintmark.open("memory:").uuids("bench", u -> u.version(7));
  private final TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object mintmark() {
    return uuids.next(COUNT);
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object jugOneByOne() {
    UUID[] made = new UUID[COUNT];
    for (int i = 0; i < COUNT; i++) {
      made[i] = jug.generate();
    }
    return made;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object robsonkadesFillLongs() {
    long[] made = new long[2 * COUNT];
    UUIDv7.fill(made, 0, COUNT);
    return made;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object robsonkadesFillBytes() {
    byte[] made = new byte[16 * COUNT];
    UUIDv7.fill(made, 0, COUNT);
    return made;
  }
}
