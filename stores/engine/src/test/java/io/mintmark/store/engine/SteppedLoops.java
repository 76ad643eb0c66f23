package io.mintmark.store.engine;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.testkit.ManualTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Loops without threads, which a test runs step by step. A caller that waits on {@link #clock} runs
 * the loops that were woken. Time passes only if no loop was woken.
 */
final class SteppedLoops implements StoreContext.LoopStarter {

  private final Map<String, Loop> loops = new LinkedHashMap<>();
  private final ElapsedClock time;

  SteppedLoops(ManualTime time) {
    this.time = time.elapsed();
  }

  private static final class Loop {
    private final BooleanSupplier turn;
    private boolean woken;
    private boolean ended;

    Loop(BooleanSupplier turn) {
      this.turn = turn;
    }
  }

  @Override
  public Runnable start(String name, BooleanSupplier turn) {
    Loop loop = new Loop(turn);
    loops.put(name, loop);
    return () -> loop.woken = true;
  }

  /** Runs one turn of a loop, if it was woken. Returns whether it was. */
  boolean step(String name) {
    Loop loop = Objects.requireNonNull(loops.get(name), name);
    if (!loop.woken || loop.ended) {
      return false;
    }
    loop.woken = false;
    loop.ended = !loop.turn.getAsBoolean();
    return true;
  }

  boolean haveAllEnded() {
    return loops.values().stream().allMatch(loop -> loop.ended);
  }

  /** Returns a context without other background threads. */
  StoreContext context(ElapsedClock clock) {
    return new StoreContext(clock, this, (name, threads, queued) -> {
      throw new AssertionError("threads beside the loops: " + name);
    });
  }

  ElapsedClock clock() {
    return new ElapsedClock() {
      @Override
      public long nanos() {
        return time.nanos();
      }

      @Override
      public void pause(long nanos) {
        boolean stepped = false;
        for (String name : loops.keySet()) {
          stepped |= step(name);
        }
        if (!stepped) {
          time.pause(nanos);
        }
      }

      @Override
      public void callAfter(long nanos, Runnable task) {
        time.callAfter(nanos, task);
      }
    };
  }
}
