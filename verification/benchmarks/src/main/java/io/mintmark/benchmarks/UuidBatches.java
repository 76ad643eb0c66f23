package io.mintmark.benchmarks;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.mintmark.Mintmark;
import io.mintmark.uuid.UuidGenerator;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * UUIDs of version 7, and of version 4 in the one row that says so, 1,024 at a time: as a list or
 * an array of objects, and in memory that each call is given.
 */
@State(Scope.Benchmark)
public class UuidBatches {

  private static final int COUNT = 1024;

  private final UuidGenerator uuids = Mintmark.open("memory:").uuids("bench", u -> u.version(7));
  private final UuidGenerator random = Mintmark.open("memory:").uuids("bench", u -> u.version(4));
  private final TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();

  /** Where a thread's ids go: threads that write to one wait for each other's cache lines. */
  @State(Scope.Thread)
  public static class Memory {
    private final long[] longs = new long[2 * COUNT];
    private final byte[] bytes = new byte[16 * COUNT];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(16 * COUNT);
  }

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
  public Object mintmarkFillLongs(Memory memory) {
    uuids.fill(memory.longs);
    return memory.longs;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object mintmarkFillBytes(Memory memory) {
    uuids.fill(memory.bytes);
    return memory.bytes;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object mintmarkFillDirect(Memory memory) {
    uuids.fill(memory.direct.clear());
    return memory.direct;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object mintmarkFillRandomLongs(Memory memory) {
    random.fill(memory.longs);
    return memory.longs;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object robsonkadesFillLongs(Memory memory) {
    UUIDv7.fill(memory.longs, 0, COUNT);
    return memory.longs;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public Object robsonkadesFillBytes(Memory memory) {
    UUIDv7.fill(memory.bytes, 0, COUNT);
    return memory.bytes;
  }
}
