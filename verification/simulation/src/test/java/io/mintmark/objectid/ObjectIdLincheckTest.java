package io.mintmark.objectid;

import io.mintmark.internal.line.SegmentLincheckTest;
import io.mintmark.rigs.LongRun;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Interleavings, up to a depth, of threads that make ObjectIds while the second changes. */
final class ObjectIdLincheckTest {

  @Test
  @Tag("long")
  void ids_overAChangeOfSecond_areNeverRepeated() {
    new ModelCheckingOptions()
        .sequentialSpecification(Specification.class)
        .iterations(LongRun.size(2, 5))
        .invocationsPerIteration(LongRun.size(20, 50))
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .addGuarantee(SegmentLincheckTest.STACK_PROBE)
        .check(ChangeOfSecond.class);
  }

  /** The promise to callers. */
  public static final class Specification {

    public boolean nextIsNew() {
      return true;
    }

    public void nextSecond() {}
  }

  /** A single thread changes the second, because the clock has only one thread. */
  public static final class ChangeOfSecond {

    private final FastGenerator generator = new FastGenerator(Instant.EPOCH);
    private final Set<ObjectId> seen = new HashSet<>();
    private long second;

    @Operation
    public boolean nextIsNew() {
      ObjectId id = generator.next();
      synchronized (seen) {
        return seen.add(id);
      }
    }

    @Operation(nonParallelGroup = "clock")
    public void nextSecond() {
      generator.tickAt(Instant.ofEpochSecond(++second));
    }
  }
}
