package io.mintmark.store.jdbc;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Attempt;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/**
 * One connection, set up for claims, with the remaining time of the current call.
 *
 * <p><b>A session assumes nothing about the state of its connection, and does not rely on the
 * driver's record of that state.</b> A pool may return a connection with an open transaction, with
 * auto-commit off at the server, or with any other variable set. A driver answers
 * {@code getAutoCommit()} from its own record, without asking the server. Each dialect therefore
 * ends an open transaction and sets the server's variables by statements. Each claim proves again
 * that it is committed: see {@link PostgreSql} and {@link MySql}.
 */
final class Session {

  /** For this long after an answer, the connection is used without a check. */
  private static final Duration TRUSTED_IDLE = Duration.ofSeconds(1);

  /**
   * A random id that differs from the ids of all other connections, in all processes and to all
   * engines.
   */
  private final String id = UUID.randomUUID().toString();

  private final Connection connection;
  final Dialect dialect;
  private final boolean own;
  private final boolean autoCommitBefore;
  private final boolean readOnlyBefore;
  private final int networkTimeoutBefore;
  private final StoreContext context;
  private Deadline trusted;
  private Deadline deadline;

  /** Work before a connection is closed. */
  @FunctionalInterface
  private interface Step {
    void run() throws SQLException;
  }

  private Session(
      Connection connection, Dialect dialect, boolean own, StoreContext context, Duration setUp)
      throws SQLException {
    this.connection = connection;
    this.dialect = dialect;
    this.own = own;
    this.context = context;
    this.deadline = context.in(setUp);
    this.trusted = context.in(TRUSTED_IDLE);
    this.autoCommitBefore = connection.getAutoCommit();
    this.readOnlyBefore = connection.isReadOnly();
    this.networkTimeoutBefore = connection.getNetworkTimeout();
  }

  /**
   * Connects and sets up the connection.
   *
   * @param setUp the time limit of setting up, once the connection is open
   * @param settings the store's settings, with the timeout of later calls
   */
  static Session open(Connector connector, Place place, Duration setUp, OpenSettings settings)
      throws SQLException {
    Connection connection = connector.source().run();
    Session session = Attempt.orClose(connection, () -> {
      Dialect dialect = SqlEngine.of(connection).dialect(place.name());
      return new Session(connection, dialect, connector.isOwn(), settings.context(), setUp);
    });
    return Attempt.orClose(() -> session.giveBack(session.deadline), () -> {
      session.dialect.endTransaction(session);
      session.tellDriver();
      session.dialect.enter(session, settings.timeout());
      place.enter(session);
      session.done();
      return session;
    });
  }

  /**
   * Makes the driver send each statement unchanged. Otherwise the driver would begin transactions
   * by itself, or refuse writes. This may change only the driver's own state, and not the server's.
   */
  private void tellDriver() throws SQLException {
    if (!autoCommitBefore) {
      connection().setAutoCommit(true);
    }
    if (readOnlyBefore) {
      connection().setReadOnly(false);
    }
  }

  /** Sets the deadline of the next statements. */
  void begin(Deadline call) {
    deadline = call;
  }

  /** Records that the engine answered just now. */
  void done() {
    trusted = context.in(TRUSTED_IDLE);
  }

  /** Returns whether the connection belongs to the store alone, not to the caller's DataSource. */
  boolean isOwn() {
    return own;
  }

  /** Returns whether the engine answered so recently that the connection needs no check. */
  boolean isTrusted() {
    return !trusted.isOver();
  }

  /**
   * Returns an id that consists of this connection's id and the id of the engine's process. The
   * process is included because a pooler may keep the connection while the engine restarts.
   */
  String life() throws SQLException {
    return id + "@" + dialect.process(this);
  }

  /**
   * Returns the connection, prepared for one statement that waits for the engine until the
   * deadline.
   */
  Connection connection() throws SQLException {
    connection.setNetworkTimeout(
        Runnable::run, (int) Math.min(deadline.leftMs(), Integer.MAX_VALUE));
    return connection;
  }

  /**
   * Checks with a query whether the engine still answers before the deadline. Does not use the
   * driver's own check: MariaDB's driver waits for ever unless the timeout is whole seconds.
   */
  boolean answers() {
    try {
      run("SELECT 1");
      return true;
    } catch (SQLException | StoreUnavailableException e) {
      return false;
    }
  }

  /** Runs statements that return no rows. */
  void run(String sql) throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Closes a connection of the store. Restores a caller's connection and gives it back. Ends before
   * a deadline.
   */
  void giveBack(Deadline call) {
    begin(call);
    end(() -> {
      if (!own) {
        dialect.leave(this);
        if (readOnlyBefore) {
          connection.setReadOnly(true);
        }
        connection.setAutoCommit(autoCommitBefore);
        connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
      }
    });
  }

  /**
   * Ends a connection in an unknown state: the engine may hang, and the driver may take a late
   * answer for the answer to the next call. A caller's connection is torn down too, so that the
   * pool does not hand it out again.
   */
  void tearDown() {
    end(() -> connection.abort(Runnable::run));
  }

  /**
   * Ends the connection and ignores failures: every answered claim is durable, and a broken
   * connection cannot break further.
   */
  private void end(Step before) {
    try {
      try {
        before.run();
      } finally {
        connection.close();
      }
    } catch (SQLException | RuntimeException e) {
      // The engine ends its side when it notices that the connection is broken.
    }
  }
}
