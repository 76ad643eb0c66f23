package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;

/** A database with invoices, and the operations that the tests share. */
abstract class InvoiceDatabase {

  static final LocalDate DAY = LocalDate.of(2026, 11, 23);
  static final String DOCUMENTS = "SELECT number FROM invoice";
  private static final Duration MEASURED = Duration.ofSeconds(5);

  /** Returns the database with the counters and the invoices. */
  abstract DataSource database();

  @BeforeEach
  void empty() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : List.of(
          "mintmark_gapless", "mintmark_gapless_spec", "mintmark_gapless_void", "invoice")) {
        statement.execute("DROP TABLE IF EXISTS " + table);
      }
      statement.execute("CREATE TABLE invoice (number VARCHAR(40) NOT NULL, other INT)");
    }
  }

  final GaplessNumbers invoices() {
    return invoices(database());
  }

  static GaplessNumbers invoices(DataSource database) {
    return GaplessNumbers.builder("invoices")
        .format("INV-{tenant}-{year}-{seq:6}")
        .timeout(Duration.ofSeconds(30))
        .open(database);
  }

  final Connection begin() throws SQLException {
    Connection connection = database().getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  static void write(Connection connection, String number) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO invoice (number) VALUES (?)")) {
      insert.setString(1, number);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  static DataSource handingOut(Callable<Connection> connections) {
    return (DataSource) Proxy.newProxyInstance(
        DataSource.class.getClassLoader(),
        new Class<?>[] {DataSource.class},
        (proxy, method, arguments) -> connections.call());
  }

  /** Returns a connection whose {@code close} does nothing. */
  static Connection kept(Connection connection) {
    return (Connection) Proxy.newProxyInstance(
        Connection.class.getClassLoader(),
        new Class<?>[] {Connection.class},
        (proxy, method, arguments) ->
            method.getName().equals("close") ? null : method.invoke(connection, arguments));
  }

  /** A thread that writes documents. */
  record Writer(Connection connection, int number) {}

  /** Returns how many documents the given number of threads write per second. */
  final double perSecond(int threads, Function<Writer, String> number) throws Exception {
    long start = System.nanoTime();
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int own = i;
      all.add(() -> {
        int written = 0;
        try (Connection connection = begin()) {
          Writer writer = new Writer(connection, own);
          for (; System.nanoTime() - start < MEASURED.toNanos(); written++) {
            write(connection, number.apply(writer));
            connection.commit();
          }
        }
        return written;
      });
    }
    int written = sum(all);
    return written / ((System.nanoTime() - start) / 1e9);
  }

  /** Runs all tasks, each in its own thread, and returns the sum of their results. */
  static int sum(List<Callable<Integer>> all) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      int sum = 0;
      for (Future<Integer> each : threads.invokeAll(all)) {
        sum += each.get();
      }
      return sum;
    } finally {
      threads.shutdownNow();
    }
  }
}
