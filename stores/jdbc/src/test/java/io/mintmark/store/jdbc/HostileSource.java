package io.mintmark.store.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Hands out connections of several pools in turn, each in the next of several states. */
final class HostileSource {

  private static final int MAX_ATTEMPTS = 5;

  /** The names of the states that were handed out, in order. */
  final ConcurrentLinkedQueue<String> given = new ConcurrentLinkedQueue<>();

  private final List<DataSource> pools;
  private final List<State> states;
  private final AtomicInteger next = new AtomicInteger();

  /** Changes a connection as its previous user may have done. */
  @FunctionalInterface
  interface Leaving {
    void leave(Connection connection) throws SQLException;
  }

  /** A state in which a connection may be handed out. */
  record State(String name, Leaving leaving) {

    /** Returns the state after some statements. The last statement may fail. */
    static State after(String... statements) {
      return new State(String.join("; ", statements), connection -> {
        try (Statement statement = connection.createStatement()) {
          for (int i = 0; i < statements.length - 1; i++) {
            statement.execute(statements[i]);
          }
          executeLast(statement, statements[statements.length - 1]);
        }
      });
    }

    private static void executeLast(Statement statement, String sql) throws SQLException {
      try {
        statement.execute(sql);
      } catch (SQLException e) {
        if (!sql.startsWith("SELECT")) {
          throw e;
        }
      }
    }
  }

  HostileSource(List<DataSource> pools, List<State> states) {
    this.pools = pools;
    this.states = new ArrayList<>(states);
  }

  DataSource source() {
    return (DataSource) Proxy.newProxyInstance(
        HostileSource.class.getClassLoader(),
        new Class<?>[] {DataSource.class},
        (self, method, arguments) -> connection());
  }

  /** Returns a DataSource that chooses another DataSource for each connection. */
  static DataSource choosing(Supplier<DataSource> choice) {
    return (DataSource) Proxy.newProxyInstance(
        HostileSource.class.getClassLoader(),
        new Class<?>[] {DataSource.class},
        (self, method, arguments) -> choice.get().getConnection());
  }

  private Connection connection() throws SQLException {
    int number = next.getAndIncrement();
    State state = states.get(number % states.size());
    given.add(state.name());
    SQLException last = new SQLException("not tried");
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Connection connection = pools.get(number % pools.size()).getConnection();
      try {
        state.leaving().leave(connection);
        return connection;
      } catch (SQLException e) {
        // The rest of an earlier state may have ended the connection.
        connection.abort(Runnable::run);
        last = e;
      }
    }
    throw new SQLException("the state cannot be made: " + state.name(), last);
  }
}
