package io.mintmark.simulation;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.TickExhaustedException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks that all processes make ids after the last fault: every generator makes ids, or need not.
 * If there are more generators than worker numbers, at least one generator must make ids, because a
 * process that wants more ids than a worker number provides may use several worker numbers in turn.
 * The same holds in runs with one-shot processes, which claim only the positions that each call
 * requests, unless the lines are used up.
 */
record Liveness(RunSettings settings, int present, List<Host> hosts, List<Subject> subjects) {

  boolean haveAllComeBack() {
    return hosts.stream().allMatch(Host::hasComeBack)
        && subjects.stream().allMatch(this::isSomeNumberInUse);
  }

  /** Throws a violation if a generator must make ids and makes none. */
  void check() {
    hosts.forEach(Host::checkAlive);
    for (Subject subject : subjects) {
      if (!isSomeNumberInUse(subject)) {
        throw new Violation("no generator makes ids: generator=" + subject.name);
      }
    }
  }

  /**
   * Whether the last call of a generator may have failed for a legitimate reason. This is so in
   * three cases. First, there are too few worker numbers, and each is held, or its line is a little
   * ahead of the clock. Second, the store has other settings. Third, one-shot processes take
   * another worker number and another tick for each call.
   *
   * @param last the failure of its last call
   */
  boolean mayRefuse(Subject subject, @Nullable Throwable last) {
    boolean comesWrong =
        last instanceof NoIdleWorkerException || last instanceof ClockAheadException;
    return (comesWrong && isScarce(subject))
        || settings.mayRefuse(last)
        || (settings.oneShots() && (comesWrong || isExhausted(last)));
  }

  /** Returns whether no number is left, in this tick or at all. */
  static boolean isExhausted(@Nullable Throwable failure) {
    return failure instanceof ExhaustedException || failure instanceof TickExhaustedException;
  }

  private boolean isScarce(Subject subject) {
    // On an engine that forgets, a short window cannot be renewed. Its holder takes another worker
    // number.
    long numbers = settings.forgets() ? settings.timesWanted(subject) : 1;
    return numbers * present * subject.generators > subject.holders;
  }

  private boolean isSomeNumberInUse(Subject subject) {
    return settings.mixes()
        || hasOne(subject, Callers::mayBeRefused)
        || ((!isScarce(subject) || hasOne(subject, Callers::makeIds))
            && (!settings.oneShots() || hasOne(subject, Callers::areServed)));
  }

  private boolean hasOne(Subject subject, Predicate<Callers> asked) {
    return hosts.stream().anyMatch(host -> host.hasOne(subject, asked));
  }
}
