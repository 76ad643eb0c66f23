package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.Reopening;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * One connection, which one thread at a time uses. It is opened when it is first needed, and opened
 * again after a failure.
 *
 * <p>A thread of the store connects, for two reasons. First, a caller that waits for a connection
 * can give up at its deadline, even if the driver, a name server or the caller's pool hang. The
 * attempt continues, and the next call uses its connection. Second, a transaction of the caller's
 * thread cannot enlist the connection, so it cannot roll a claim back.
 *
 * <p>After every failure the connection is closed, and the answer to the failed call is discarded.
 * A connection that was idle is checked with a query before its next use. The check may take half
 * of the remaining time; the other half remains for a new connection.
 */
final class ReopeningConnection {

  /**
   * How long calls wait for one attempt to connect before another attempt starts, as a multiple of
   * the timeout.
   */
  private static final int ATTEMPT_TIMEOUTS = 2;

  private static final int MAX_SESSIONS_A_CALL = 2;

  private final Connector connector;
  private final Place place;
  private final OpenSettings settings;
  private final ExecutorService background;
  private final Reopening<Session> sessions;

  /** Work with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Session session) throws SQLException;
  }

  ReopeningConnection(
      Connector connector, Place place, OpenSettings settings, ExecutorService background) {
    this.connector = connector;
    this.place = place;
    this.settings = settings;
    this.background = background;
    this.sessions = new Reopening<>(
        this::connect,
        Objects::nonNull,
        session -> session.giveBack(settings.deadline()),
        settings.timeout().multipliedBy(ATTEMPT_TIMEOUTS),
        settings.context());
  }

  /** Runs work on the connection. Returns or throws before the deadline. */
  <T> T call(Deadline deadline, Work<T> work) throws SQLException {
    Session session = session(deadline);
    try {
      T result = work.on(session);
      session.done();
      return result;
    } catch (Throwable e) {
      tearDown(session);
      throw e;
    }
  }

  /** Closes the connection. */
  void close() {
    sessions.close();
  }

  private Session session(Deadline deadline) throws SQLException {
    for (int i = 0; i < MAX_SESSIONS_A_CALL; i++) {
      Session session = opened(deadline);
      boolean answers = session.isTrusted();
      if (!answers) {
        session.begin(deadline.part(2));
        answers = session.answers();
      }
      if (answers) {
        session.begin(deadline);
        return session;
      }
      tearDown(session);
    }
    throw late("the engine does not keep a connection");
  }

  private Session opened(Deadline deadline) throws SQLException {
    try {
      return sessions.get(deadline);
    } catch (TimeoutException e) {
      throw late("no connection was opened");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException sql) {
        throw sql;
      }
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException("connecting fails with an SQLException", e.getCause());
    }
  }

  /** Connects. Setting up may take the timeout or, if that is longer, the call's remaining time. */
  private CompletableFuture<Session> connect(Deadline deadline) {
    CompletableFuture<Session> made = new CompletableFuture<>();
    Duration setUp = Duration.ofNanos(Math.max(settings.timeout().toNanos(), deadline.leftNanos()));
    try {
      background.execute(() -> {
        try {
          made.complete(Session.open(connector, place, setUp, settings));
        } catch (Throwable e) {
          made.completeExceptionally(e);
        }
      });
    } catch (RejectedExecutionException e) {
      throw new StoreUnavailableException(
          "too many attempts to connect hang; nothing was changed", e);
    }
    return made;
  }

  /** Tears a connection down in another thread, or in this one if no other is available. */
  private void tearDown(Session session) {
    boolean unused = sessions.drop(session);
    try {
      background.execute(session::tearDown);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      session.tearDown();
    }
  }

  private StoreUnavailableException late(String what) {
    return unavailable(
        "the engine did not answer in time: timeoutMs={}, reason={}; nothing was changed",
        settings.timeout().toMillis(),
        what);
  }
}
