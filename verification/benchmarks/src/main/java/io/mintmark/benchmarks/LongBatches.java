package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import java.nio.ByteBuffer;
import java.time.Instant;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * 64-bit ids, 1,024 at a time: in a new array, and in memory that each call is given. Snowflakes
 * have 22 bits for the number: with 20, as in {@link TimeOrderedLongs}, a millisecond would hold
 * fewer than these calls make. CosId has no call for many.
 */
@State(Scope.Benchmark)
public class LongBatches {

  private static final int COUNT = 1024;
  private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  private final Mintmark mint = Mintmark.open("memory:");
  private final SnowflakeGenerator snowflake =
      mint.snowflake("bench", s -> s.layout(new SnowflakeLayout(39, 2, 22, 1, EPOCH, false)));
  private final Sequence sequence = mint.sequence("numbers");
  private final MillisecondSnowflakeId cosId =
      new MillisecondSnowflakeId(EPOCH.toEpochMilli(), 39, 2, 22, 1);

  /** Where a thread's ids go: threads that write to one wait for each other's cache lines. */
  @State(Scope.Thread)
  public static class Memory {
    private final long[] longs = new long[COUNT];
    private final byte[] bytes = new byte[Long.BYTES * COUNT];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(Long.BYTES * COUNT);
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long[] mintmark() {
    return snowflake.next(COUNT);
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long[] mintmarkSequence() {
    return sequence.next(COUNT);
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long[] mintmarkFillLongs(Memory memory) {
    snowflake.fill(memory.longs);
    return memory.longs;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public byte[] mintmarkFillBytes(Memory memory) {
    snowflake.fill(memory.bytes);
    return memory.bytes;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public ByteBuffer mintmarkFillDirect(Memory memory) {
    snowflake.fill(memory.direct.clear());
    return memory.direct;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long[] mintmarkSequenceFillLongs(Memory memory) {
    sequence.fill(memory.longs);
    return memory.longs;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long[] cosIdOneByOne() {
    long[] made = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      made[i] = cosId.generate();
    }
    return made;
  }
}
