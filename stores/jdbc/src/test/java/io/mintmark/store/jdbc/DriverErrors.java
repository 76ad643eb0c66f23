package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** An error or an exception that the driver throws, wherever the store calls it. */
final class DriverErrors {

  private static final int MAX_DRIVER_CALLS = 1_000;

  private DriverErrors() {}

  /** Has each call fail once in turn, and sees that claims and reads work again after it. */
  static void atEachCall(DataSource real, Supplier<Throwable> failure) {
    TroubledSource troubled = new TroubledSource(real);
    try (JdbcStore store = JdbcStore.builder()
        .dataSource(troubled.source)
        .table("driver_fails")
        .timeout(JdbcStoreContract.SHORT)
        .open()) {
      long end = store.claim("a", 0, 1) + 1;
      store.next("a");
      for (int call = 1; ; call++) {
        assertThat(call).as("calls to the driver for one claim").isLessThan(MAX_DRIVER_CALLS);
        troubled.failAt(call, failure);
        try {
          end = store.claim("a", 0, 1) + 1;
          store.next("a");
        } catch (StoreUnavailableException | LinkageError e) {
          // It may come from either of the two.
        }
        boolean through = !troubled.hasFailed();
        long expected = end;
        assertThat(JdbcStoreContract.eventually(() -> store.claim("a", 0, 1)))
            .as("after a failure at call %s", call)
            .isGreaterThanOrEqualTo(expected);
        end = JdbcStoreContract.eventually(() -> store.next("a"));
        if (through) {
          break;
        }
      }
      awaitOpen(troubled, 2);
      try (ClaimStore other =
          JdbcStore.builder().dataSource(real).table("driver_fails").open()) {
        // No transaction was left open that holds the line.
        assertThat(other.claim("a", 0, 1)).isEqualTo(end);
      }
    }
    awaitOpen(troubled, 0);
  }

  /** What is thrown away is thrown away in the background. */
  private static void awaitOpen(TroubledSource troubled, int connections) {
    long deadline = System.nanoTime() + JdbcStoreContract.BOUND.toNanos();
    while (troubled.open.get() != connections) {
      assertThat(System.nanoTime()).as("open=%s", troubled.open).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
