package io.mintmark.benchmarks;

import com.github.f4b6a3.tsid.TsidFactory;
import io.hypersistence.tsid.TSID;
import io.mintmark.Mintmark;
import io.mintmark.generator.IdOrder;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * 64-bit ids that carry time. All have 20 bits for the number, so that a billion fit into a second
 * and nobody waits for the next millisecond; a counter alone shows where the limit is.
 */
@State(Scope.Benchmark)
public class TimeOrderedLongs {

  private static final int TIME_BITS = 41;
  private static final int WORKER_BITS = 2;
  private static final int NUMBER_BITS = 20;
  private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  private final Mintmark mint = Mintmark.open("memory:");
  private static final SnowflakeLayout LAYOUT =
      new SnowflakeLayout(TIME_BITS, WORKER_BITS, NUMBER_BITS, 1, EPOCH, false);

  private final SnowflakeGenerator snowflake = mint.snowflake("bench", s -> s.layout(LAYOUT));
  private final SnowflakeGenerator byThread =
      mint.snowflake("threads", s -> s.layout(LAYOUT).order(IdOrder.THREAD));
  private final MillisecondSnowflakeId cosId =
      new MillisecondSnowflakeId(EPOCH.toEpochMilli(), TIME_BITS, WORKER_BITS, NUMBER_BITS, 1);
  private final TSID.Factory hypersistence = TSID.Factory.builder()
      .withNodeBits(WORKER_BITS)
      .withNode(1)
      .withCustomEpoch(EPOCH)
      .build();
  private final TsidFactory tsidCreator = TsidFactory.builder()
      .withNodeBits(WORKER_BITS)
      .withNode(1)
      .withCustomEpoch(EPOCH)
      .build();
  private final AtomicLong counter = new AtomicLong();

  @TearDown
  public void close() {
    mint.close();
  }

  @Benchmark
  public long mintmark() {
    return snowflake.next();
  }

  @Benchmark
  public long mintmarkByThread() {
    return byThread.next();
  }

  @Benchmark
  public long cosIdSnowflake() {
    return cosId.generate();
  }

  @Benchmark
  public long hypersistenceTsid() {
    return hypersistence.generate().toLong();
  }

  @Benchmark
  public long tsidCreator() {
    return tsidCreator.create().toLong();
  }

  @Benchmark
  public long atomicLong() {
    return counter.getAndIncrement();
  }
}
