package io.mintmark.store.jdbc;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/**
 * One connection, set up for claims, with the time that is left for the current call.
 *
 * <p><b>A session assumes nothing about the state of its connection, and does not rely on the
 * driver's memory.</b> A pool may return a connection with an open transaction, with auto-commit
 * off at the server, or with any other variable set. A driver answers {@code getAutoCommit()} from
 * its memory. Each dialect therefore ends an open transaction and sets the server's variables by
 * statements. Each claim proves again that it is committed: see {@link PostgreSql} and {@link
 * MySql}.
 */
final class Session {

  /** For so long after an answer the connection is taken as it is. */
  private static final Duration TRUSTED_IDLE = Duration.ofSeconds(1);

  /** No other connection's, to this engine or another, in this process or another. */
  private final String id = UUID.randomUUID().toString();

  private final Connection connection;
  private final Dialect dialect;
  private final boolean own;
  private final boolean autoCommitBefore;
  private final boolean readOnlyBefore;
  private final int networkTimeoutBefore;
  private final StoreContext context;
  private Deadline trusted;
  private Deadline deadline;

  /** What goes before the end of a connection. */
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
   * Connects and sets up.
   *
   * @param setUp how long that may take once the connection is there
   * @param settings the store's, with the deadline of the calls that come then
   */
  static Session open(Connector connector, Place place, Duration setUp, OpenSettings settings)
      throws SQLException {
    Connection connection = connector.connect();
    Session session;
    try {
      Dialect dialect = SqlEngine.of(connection).dialect(place.name());
      session = new Session(connection, dialect, connector.isOwn(), settings.context(), setUp);
    } catch (Throwable e) {
      try {
        connection.close();
      } catch (SQLException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    boolean ready = false;
    try {
      session.dialect.endTransaction(session);
      session.tellDriver();
      session.dialect.enter(session, settings.timeout());
      place.enter(session);
      session.done();
      ready = true;
      return session;
    } finally {
      if (!ready) {
        session.giveBack(session.deadline);
      }
    }
  }

  /**
   * Makes the driver send each statement unchanged. Otherwise it would begin transactions by
   * itself, or refuse writes. This may change only the driver's memory, not the server.
   */
  private void tellDriver() throws SQLException {
    if (!autoCommitBefore) {
      connection().setAutoCommit(true);
    }
    if (readOnlyBefore) {
      connection().setReadOnly(false);
    }
  }

  /** Gives the next statements a deadline. */
  void begin(Deadline call) {
    deadline = call;
  }

  /** Says that the engine answered just now. */
  void done() {
    trusted = context.in(TRUSTED_IDLE);
  }

  /** Whether nobody else sets it up or gets it back. */
  boolean isOwn() {
    return own;
  }

  /** Whether the engine answered so recently that it need not be asked whether it is there. */
  boolean isTrusted() {
    return !trusted.isOver();
  }

  /**
   * Tells this connection from all others, and the engine behind it from the one that comes after
   * it, as a pooler may keep the connection while the engine comes up anew.
   */
  String life() throws SQLException {
    return id + "@" + dialect.process(this);
  }

  Dialect dialect() {
    return dialect;
  }

  /** Returns the connection for one statement, which waits for the engine up to the deadline. */
  Connection connection() throws SQLException {
    connection.setNetworkTimeout(
        Runnable::run, (int) Math.min(deadline.leftMs(), Integer.MAX_VALUE));
    return connection;
  }

  /**
   * Whether the engine is still there, asked within the deadline. Not by the driver's own means:
   * MariaDB's waits for ever where no whole seconds are given.
   */
  boolean answers() {
    try {
      run("SELECT 1");
      return true;
    } catch (SQLException | StoreUnavailableException e) {
      return false;
    }
  }

  /** Runs statements that answer nothing. */
  void run(String sql) throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.execute(sql);
    }
  }

  /** Ends it, or gives a caller's back as it was, within a deadline. */
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
   * Ends it where nobody knows what state it is in: the engine may hang, and the driver may take
   * the next answer for another's. A caller's is torn down too, so that nobody gets it from a pool.
   */
  void tearDown() {
    end(() -> connection.abort(Runnable::run));
  }

  /**
   * What fails at that is not said: all that was answered is durable, and what is broken cannot be
   * broken further.
   */
  private void end(Step before) {
    try {
      try {
        before.run();
      } finally {
        connection.close();
      }
    } catch (SQLException | RuntimeException e) {
      // The engine ends it when it notices.
    }
  }
}
