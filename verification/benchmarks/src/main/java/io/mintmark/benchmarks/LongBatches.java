package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** 64-bit ids, 1,024 at a time. Snowflakes have 20 bits for the number, as in {@link
 * TimeOrderedLongs}. CosId has no call for many. */
@State(Scope.Benchmark)
public class LongBatches {

  private static final int COUNT = 1024;
  private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  private final Mintmark mint = Mintmark.open("memory:");
  private final SnowflakeGenerator snowflake =
      mint.snowflake("bench", s -> s.layout(new SnowflakeLayout(41, 2, 20, 1, EPOCH, false)));
  private final Sequence sequence = mint.sequence("numbers");
  private final MillisecondSnowflakeId cosId =
      new MillisecondSnowflakeId(EPOCH.toEpochMilli(), 41, 2, 20, 1);

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
  public long[] cosIdOneByOne() {
    long[] made = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      made[i] = cosId.generate();
    }
    return made;
  }
}
