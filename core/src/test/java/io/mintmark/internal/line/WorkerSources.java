package io.mintmark.internal.line;

import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Sources of windows on the lines of worker numbers, for tests. */
final class WorkerSources {

  private WorkerSources() {}

  static WorkerLines of(
      LineStore store,
      String prefix,
      TickRules rules,
      WindowRules windows,
      ElapsedClock elapsed,
      RandomGenerator random,
      String note) {
    Context context = new Context(
        InstantSource.system(),
        elapsed,
        false,
        Runnable::run,
        Duration.ofSeconds(1),
        () -> random,
        false,
        note,
        null,
        new LineEnds());
    return new WorkerLines(store, new TimedLines(prefix, rules, time -> time), windows, context);
  }
}
