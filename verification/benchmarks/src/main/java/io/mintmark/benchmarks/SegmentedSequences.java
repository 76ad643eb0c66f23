package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.generator.IdOrder;
import io.mintmark.sequence.Sequence;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegmentDistributor;
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
  private final SegmentChainId cosId = new SegmentChainId(new MemoryDistributor());

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

  private static final class MemoryDistributor implements IdSegmentDistributor {

    private final AtomicLong max = new AtomicLong();

    @Override
    public String getNamespace() {
      return "mintmark";
    }

    @Override
    public String getName() {
      return "bench";
    }

    @Override
    public long getStep() {
      return COSID_STEP;
    }

    @Override
    public long nextMaxId(long step) {
      return max.addAndGet(step);
    }
  }
}
