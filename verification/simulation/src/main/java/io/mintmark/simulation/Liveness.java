package io.mintmark.simulation;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.NoIdleWorkerException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether all go on once nothing happens any more: every generator makes ids, or need not. Where
 * there are more generators than worker numbers, one at least does: a process that wants more ids
 * than a number has may use several in turn. One does also where processes that should have ended
 * go on, unless the lines are used up.
 */
final class Liveness {

  private final WorldSettings settings;
  private final List<Host> hosts;
  private final List<Subject> subjects;

  /**
   * Looks at a world.
   *
   * @param subjects its generators
   */
  Liveness(WorldSettings settings, List<Host> hosts, List<Subject> subjects) {
    this.settings = settings;
    this.hosts = hosts;
    this.subjects = subjects;
  }

  boolean haveAllComeBack() {
    return hosts.stream().allMatch(Host::hasComeBack)
        && subjects.stream().allMatch(this::isSomeNumberInUse);
  }

  /** Refuses what has not come back. */
  void check() {
    hosts.forEach(Host::checkAlive);
    for (Subject subject : subjects) {
      if (!isSomeNumberInUse(subject)) {
        throw new Violation(Message.of(
            "no generator makes ids: generator={}, numbers={}", subject.name(), subject.holders()));
      }
    }
  }

  /**
   * Whether a generator may be left without ids: there are too few numbers, and it comes too late
   * or a little too early for each; or processes that should end after a few calls go on, and take
   * another number and another tick for each.
   *
   * @param last what its last call was told
   */
  boolean mayRefuse(Subject subject, @Nullable Throwable last) {
    boolean comesWrong =
        last instanceof NoIdleWorkerException || last instanceof ClockAheadException;
    return (comesWrong && isScarce(subject))
        || (settings.oneShots() && (comesWrong || last instanceof ExhaustedException));
  }

  private boolean isScarce(Subject subject) {
    // Where the engine forgets, a short window cannot be renewed: who has used it up takes another.
    int numbers = settings.forgets() ? settings.timesWanted(subject) : 1;
    return numbers * settings.present() * subject.generators() > subject.holders();
  }

  private boolean isSomeNumberInUse(Subject subject) {
    return (!isScarce(subject) || hasOne(subject, Users::makeIds))
        && (!settings.oneShots() || hasOne(subject, Users::areServed));
  }

  private boolean hasOne(Subject subject, Predicate<Users> asked) {
    return hosts.stream().anyMatch(host -> host.hasOne(subject, asked));
  }
}
