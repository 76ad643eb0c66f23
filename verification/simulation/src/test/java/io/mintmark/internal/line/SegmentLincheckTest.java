package io.mintmark.internal.line;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.mintmark.error.ClosedException;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.rigs.LongRun;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Interleavings, up to a depth, of threads that draw from a line of segments and close it. */
@Tag("long")
public final class SegmentLincheckTest {

  /**
   * This method fills the stack to a bounded depth and does nothing else. Lincheck would regard it
   * as a hang.
   */
  public static final ManagedStrategyGuarantee STACK_PROBE =
      forClasses(StackRoom.class.getName()).methods("toReturn", "forLibrary").ignore();

  @Test
  @Tag("sized")
  void segments_adjacent_useEachPositionOnce() {
    check(Alone.class);
  }

  @Test
  @Tag("long")
  void segments_notAdjacent_useEachPositionOnce() {
    check(Shared.class);
  }

  /**
   * Two batches may both see enough positions at the same time. The second batch then takes
   * positions past the end.
   */
  @Test
  @Tag("long")
  void segments_endedByBatches_neverOverlap() {
    check(Batches.class, 1, LongRun.size(200, 2_000), 2);
  }

  private static void check(Class<?> race) {
    check(race, LongRun.size(2, 5), LongRun.size(20, 50), 3);
  }

  private static void check(Class<?> race, int iterations, int invocations, int actors) {
    new ModelCheckingOptions()
        .sequentialSpecification(Specification.class)
        .iterations(iterations)
        .invocationsPerIteration(invocations)
        .threads(2)
        .actorsPerThread(actors)
        .actorsBefore(1)
        .actorsAfter(1)
        .addGuarantee(STACK_PROBE)
        .check(race);
  }

  /**
   * The promise to callers: a position that was never returned before, or an exception after
   * closing.
   */
  public static final class Specification {
    private boolean closed;

    public boolean nextIsNew() {
      if (closed) {
        throw new ClosedException("closed");
      }
      return true;
    }

    public boolean laterIsNew() {
      return nextIsNew();
    }

    public boolean bothAreOwned() {
      return true;
    }

    public void close() {
      closed = true;
    }
  }

  abstract static class Draws {
    private final LocalLine line;
    private final Set<Long> seen = new HashSet<>();

    Draws(LocalLine line) {
      this.line = line;
    }

    @Operation
    public final boolean nextIsNew() {
      return isNew(line.next());
    }

    private boolean isNew(long id) {
      synchronized (seen) {
        return seen.add(id);
      }
    }

    @Operation
    public final boolean laterIsNew() {
      try {
        return isNew(LineBatches.nextAsync(line, 1, ids -> ids[0]).join());
      } catch (CompletionException e) {
        throw e.getCause() instanceof ClosedException closed ? closed : e;
      }
    }

    @Operation
    public final void close() {
      line.close();
    }
  }

  public static final class Alone extends Draws {
    public Alone() {
      super(ShortSegments.alone());
    }
  }

  public static final class Shared extends Draws {
    public Shared() {
      super(ShortSegments.shared());
    }
  }

  /** Draws only batches, so that some batches of each scenario meet the end of a segment. */
  public static final class Batches {
    private final LocalLine line = ShortSegments.shared();

    @Operation
    public boolean bothAreOwned() {
      long[] ids = LineBatches.next(line, 2);
      return ShortSegments.isOwned(ids[0]) && ShortSegments.isOwned(ids[1]);
    }
  }
}
