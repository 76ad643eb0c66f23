package io.mintmark.service;

import io.mintmark.time.ElapsedClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a generator cannot make an id: the failure of its last call, until a call
 * succeeds. The log records the start and the end of a failure, at most once in ten seconds. If a
 * failure starts within ten seconds of another, the first failing call after that time logs it.
 * Thread-safe.
 */
final class CallFailure {

  private static final Logger LOG = System.getLogger(CallFailure.class.getName());

  private record Failure(RuntimeException cause, long sinceNanos, boolean logged) {}

  private final String name;
  private final ElapsedClock elapsed;
  private final LogThrottle throttle;
  private volatile @Nullable Failure failure;

  CallFailure(String name, ElapsedClock elapsed) {
    this.name = name;
    this.elapsed = elapsed;
    this.throttle = new LogThrottle(elapsed);
  }

  /** Returns why the last call failed; empty if it succeeded, or if there was no call. */
  Optional<RuntimeException> cause() {
    return Optional.ofNullable(failure).map(Failure::cause);
  }

  synchronized void failed(RuntimeException cause) {
    Failure before = failure;
    long sinceNanos = before == null ? elapsed.nanos() : before.sinceNanos;
    boolean wasLogged = before != null && before.logged;
    boolean news = !wasLogged && throttle.admit().isPresent();
    failure = new Failure(cause, sinceNanos, wasLogged || news);
    if (news) {
      LOG.log(
          Level.WARNING, "a generator cannot make an id: name={0}: {1}", name, cause.getMessage());
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
    if (over != null && over.logged) {
      LOG.log(
          Level.INFO,
          "a generator makes ids again: name={0}, failedForMs={1}",
          name,
          Long.toString(TimeUnit.NANOSECONDS.toMillis(elapsed.nanos() - over.sinceNanos)));
    }
  }
}
