package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.generator.IdOrder;
import io.mintmark.sequence.Sequence;
import me.ahoo.cosid.segment.SegmentChainId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Numbers from segments claimed ahead, where a claim costs nothing but memory. */
@State(Scope.Benchmark)
public class SegmentedSequences {

  private static final long COSID_STEP = 1_000_000;

  private final Mintmark mint = Mintmark.open("memory:");
  private final Sequence sequence = mint.sequence("bench");
  private final Sequence byThread = mint.sequence("threads", s -> s.order(IdOrder.THREAD));
  private final SegmentChainId cosId = new SegmentChainId(new MemorySegments(COSID_STEP));

  @TearDown
  public void close() {
    mint.close();
  }

  @Benchmark
  public long mintmark() {
    return sequence.next();
  }

  @Benchmark
  public long mintmarkByThread() {
    return byThread.next();
  }

  @Benchmark
  public long cosIdSegmentChain() {
    return cosId.generate();
  }
}
