package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Failures that a driver or a pool can cause in the store: exceptions in any call, and connection
 * attempts that hang.
 */
final class DriverErrors {

  private static final int MAX_DRIVER_CALLS = 1_000;
  private static final Duration BRIEF = Duration.ofMillis(50);

  private DriverErrors() {}

  /** Makes each call fail once in turn, and checks that claims and reads work again afterwards. */
  static void atEachCall(DataSource real, Supplier<Throwable> failure) {
    TroubledSource troubled = new TroubledSource(real);
    try (JdbcStore store = JdbcStore.builder()
        .dataSource(troubled.source)
        .table("driver_fails")
        .timeout(JdbcStoreContract.SHORT)
        .openTimeout(JdbcStoreContract.BOUND)
        .open()) {
      long end = store.claim("a", 0, 1) + 1;
      store.position("a");
      for (int call = 1; ; call++) {
        assertThat(call).as("calls to the driver for one claim").isLessThan(MAX_DRIVER_CALLS);
        troubled.failAt(call, failure);
        try {
          end = store.claim("a", 0, 1) + 1;
          store.position("a");
        } catch (StoreUnavailableException | LinkageError e) {
          // The exception comes from the claim or from the read.
        }
        boolean through = !troubled.hasFailed();
        long expected = end;
        assertThat(JdbcStoreContract.eventually(() -> store.claim("a", 0, 1)))
            .as("after a failure at call %s", call)
            .isGreaterThanOrEqualTo(expected);
        end = JdbcStoreContract.eventually(() -> store.position("a"));
        if (through) {
          break;
        }
      }
      awaitOpen(troubled, 2);
      try (LineStore other =
          JdbcStore.builder().dataSource(real).table("driver_fails").open()) {
        // Shows that no open transaction locks the line.
        assertThat(other.claim("a", 0, 1)).isEqualTo(end);
      }
    }
    awaitOpen(troubled, 0);
  }

  /** Ends the store's connections from the engine's side. */
  @FunctionalInterface
  interface Ending {
    void run() throws SQLException;
  }

  /**
   * Makes connection attempts hang until no more are begun, and checks that claims work afterwards.
   */
  static void whileConnectingHangs(DataSource real, Ending endConnections) throws SQLException {
    CountDownLatch hanging = new CountDownLatch(1);
    AtomicBoolean hangs = new AtomicBoolean();
    DataSource source = (DataSource) Proxy.newProxyInstance(
        DriverErrors.class.getClassLoader(),
        new Class<?>[] {DataSource.class},
        (self, method, arguments) -> {
          if (hangs.get()) {
            hanging.await();
            throw new SQLException("as the test requested");
          }
          return method.invoke(real, arguments);
        });
    // On a slow disk, creating a table takes an engine longer than a claim may take.
    JdbcStore.builder().dataSource(real).table("hung").open().close();
    try (JdbcStore store = JdbcStore.builder()
        .dataSource(source)
        .table("hung")
        .timeout(BRIEF)
        .openTimeout(JdbcStoreContract.BOUND)
        .open()) {
      JdbcStoreContract.eventually(() -> store.claim("a", 0, 1));
      hangs.set(true);
      endConnections.run();
      long deadline = System.nanoTime() + JdbcStoreContract.BOUND.toNanos();
      String refusal = "";
      while (!refusal.contains("too many attempts to connect hang")) {
        assertThat(System.nanoTime()).as(refusal).isLessThan(deadline);
        refusal = refusal(store);
      }
      hangs.set(false);
      hanging.countDown();
      assertThat(JdbcStoreContract.eventually(() -> store.claim("a", 0, 1))).isPositive();
    }
  }

  private static String refusal(LineStore store) {
    try {
      return "claimed " + store.claim("a", 0, 1);
    } catch (StoreUnavailableException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Waits for a number of open connections, because the store closes discarded connections in the
   * background.
   */
  static void awaitOpen(TroubledSource troubled, int connections) {
    long deadline = System.nanoTime() + JdbcStoreContract.BOUND.toNanos();
    while (troubled.open.get() != connections) {
      assertThat(System.nanoTime()).as("open=%s", troubled.open).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
