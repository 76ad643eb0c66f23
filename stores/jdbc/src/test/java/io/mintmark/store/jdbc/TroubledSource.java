package io.mintmark.store.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A DataSource whose statements fail on command, before or after the engine has executed them. */
final class TroubledSource {

  /** One failure. */
  record Trouble(String sqlState, boolean afterwards) {}

  final ConcurrentLinkedQueue<Trouble> troubles = new ConcurrentLinkedQueue<>();
  final AtomicInteger open = new AtomicInteger();

  /** The DataSource for the store. */
  final DataSource source;

  /** Counts down to the failing call, over all calls to the connections and their statements. */
  private final AtomicLong callsLeft = new AtomicLong(Long.MAX_VALUE);

  private volatile Supplier<@Nullable Throwable> failure =
      () -> new IllegalStateException("none was set");

  TroubledSource(DataSource real) {
    source = proxy(DataSource.class, (self, method, arguments) -> {
      Object result = call(real, method, arguments);
      if (result instanceof Connection connection) {
        open.incrementAndGet();
        return connection(connection);
      }
      return result;
    });
  }

  /** Makes one call fail: the next call is number 1. */
  void failAt(long call, Supplier<@Nullable Throwable> thrown) {
    failure = thrown;
    callsLeft.set(call);
  }

  /** Runs an action just before one call. */
  void runAt(long call, Runnable action) {
    failAt(call, () -> {
      action.run();
      return null;
    });
  }

  /** Whether the failing call was made. */
  boolean hasFailed() {
    return callsLeft.get() <= 0;
  }

  private Connection connection(Connection real) {
    AtomicBoolean given = new AtomicBoolean(true);
    return proxy(Connection.class, (self, method, arguments) -> {
      if (method.getName().equals("close") && given.getAndSet(false)) {
        open.decrementAndGet();
      }
      Object result = call(real, method, arguments);
      if (result instanceof PreparedStatement statement) {
        return statement(PreparedStatement.class, statement);
      }
      return result instanceof Statement statement ? statement(Statement.class, statement) : result;
    });
  }

  private <T extends Statement> T statement(Class<T> type, T real) {
    return proxy(type, (self, method, arguments) -> {
      boolean works = method.getName().startsWith("execute")
          && (arguments == null || !arguments[0].equals("ROLLBACK"));
      Trouble trouble = works ? troubles.poll() : null;
      if (trouble != null && !trouble.afterwards) {
        throw new SQLException("as the test requested", trouble.sqlState);
      }
      Object result = call(real, method, arguments);
      if (trouble != null) {
        throw new SQLException("as the test requested", trouble.sqlState);
      }
      return result instanceof ResultSet rows
          ? proxy(ResultSet.class, (each, asked, values) -> call(rows, asked, values))
          : result;
    });
  }

  private Object call(Object real, Method method, Object[] arguments) throws Throwable {
    if (callsLeft.decrementAndGet() == 0) {
      Throwable thrown = failure.get();
      if (thrown != null) {
        throw thrown;
      }
    }
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(
        TroubledSource.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
