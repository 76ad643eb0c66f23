package io.mintmark.store.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A DataSource whose statements fail to order, before or after the engine has run them. */
final class TroubledSource {

  /** One failure. */
  record Trouble(String sqlState, boolean afterwards) {}

  final ConcurrentLinkedQueue<Trouble> troubles = new ConcurrentLinkedQueue<>();
  final AtomicInteger open = new AtomicInteger();

  /** What the store takes. */
  final DataSource source;

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

  private Connection connection(Connection real) {
    return proxy(Connection.class, (self, method, arguments) -> {
      if (method.getName().equals("close") && !real.isClosed()) {
        open.decrementAndGet();
      }
      Object result = call(real, method, arguments);
      return result instanceof PreparedStatement statement ? statement(statement) : result;
    });
  }

  private PreparedStatement statement(PreparedStatement real) {
    return proxy(PreparedStatement.class, (self, method, arguments) -> {
      Trouble trouble = method.getName().startsWith("execute") ? troubles.poll() : null;
      if (trouble != null && !trouble.afterwards) {
        throw new SQLException("as the test told it", trouble.sqlState);
      }
      Object result = call(real, method, arguments);
      if (trouble != null) {
        throw new SQLException("as the test told it", trouble.sqlState);
      }
      return result;
    });
  }

  private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
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
