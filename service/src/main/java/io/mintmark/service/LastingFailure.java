package io.mintmark.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The failure of the last call, until a call succeeds: of a store that takes no claims, or of a
 * generator that cannot make an id.
 *
 * <p>The log records the start of a failure, each change of its reason, and its end. At most one
 * start or change is logged in ten seconds, so calls that fail now and then cannot fill the log. If
 * it was not logged, the first failing call after this time logs it. Thread-safe.
 */
final class LastingFailure {

  /**
   * A period in which calls fail.
   *
   * @param logged the reason that was last logged; empty if none was
   */
  private record Failure(RuntimeException cause, Instant since, long sinceNanos, String logged) {}

  private final Logger log;
  private final String begins;
  private final String ends;
  private final ServiceClocks clocks;
  private final LogThrottle begun;

  private volatile @Nullable Failure failure;

  /**
   * Starts without a failure.
   *
   * @param begins the message about a failure, with {@code {0}} for its text
   * @param ends the message about the end, with {@code {0}} for the duration in milliseconds
   */
  LastingFailure(Logger log, String begins, String ends, ServiceClocks clocks) {
    this.log = log;
    this.begins = begins;
    this.ends = ends;
    this.clocks = clocks;
    this.begun = new LogThrottle(clocks.elapsed());
  }

  /** Returns why the last call failed; empty if it succeeded, or if there was no call. */
  Optional<RuntimeException> cause() {
    return Optional.ofNullable(failure).map(Failure::cause);
  }

  /** Returns since when calls fail; empty if the last call succeeded. */
  Optional<Instant> since() {
    return Optional.ofNullable(failure).map(Failure::since);
  }

  synchronized void failed(RuntimeException cause) {
    @Nullable Failure before = failure;
    Failure ongoing = before == null
        ? new Failure(cause, clocks.wall().instant(), clocks.elapsed().nanos(), "")
        : before;
    String reason = reason(cause);
    boolean news = !reason.equals(ongoing.logged) && begun.admit().isPresent();
    failure = new Failure(cause, ongoing.since, ongoing.sinceNanos, news ? reason : ongoing.logged);
    if (news) {
      log.log(Level.WARNING, begins, cause.getMessage());
    }
  }

  void succeeded() {
    if (failure != null) {
      end();
    }
  }

  private synchronized void end() {
    Failure over = failure;
    failure = null;
    if (over != null && !over.logged.isEmpty()) {
      long nanos = clocks.elapsed().nanos() - over.sinceNanos;
      log.log(Level.INFO, ends, Long.toString(TimeUnit.NANOSECONDS.toMillis(nanos)));
    }
  }

  /**
   * Returns a text that is equal for failures that differ only in numbers, for example in times or
   * in the numbers of connections.
   */
  private static String reason(RuntimeException e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return (root.getClass() + ": " + root.getMessage()).replaceAll("[0-9]+", "#");
  }
}
