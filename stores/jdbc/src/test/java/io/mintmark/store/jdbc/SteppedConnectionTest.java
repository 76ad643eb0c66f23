package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.testkit.ManualTime;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A driver that hangs or fails while it connects, on one thread with manual time. */
class SteppedConnectionTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final SteppedThreads threads = new SteppedThreads();
  private final OpenSettings settings = new OpenSettings(
      "test",
      TIMEOUT,
      TIMEOUT,
      false,
      new StoreContext(
          time.elapsed(),
          (name, turn) -> {
            throw new AssertionError("a connection has no loop: " + name);
          },
          (name, most, queued) -> threads));
  private final ReopeningConnection connection = new ReopeningConnection(
      Connector.of(Refused.source()),
      new Place(new TableName("", "lines")),
      settings,
      JdbcEngine.background(settings.context()));

  /** A pool without a free connection. */
  private static final class Refused implements InvocationHandler {

    @Override
    public Object invoke(Object source, Method method, Object[] arguments) throws SQLException {
      throw new SQLException("refused", "08001");
    }

    static DataSource source() {
      return (DataSource) Proxy.newProxyInstance(
          Refused.class.getClassLoader(), new Class<?>[] {DataSource.class}, new Refused());
    }
  }

  private Object call() throws SQLException {
    return connection.call(settings.deadline(), session -> "done");
  }

  private void assertLate() {
    long before = time.elapsed().nanos();
    assertThatThrownBy(this::call)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the engine did not answer in time: timeoutMs=5000, reason=no connection was"
            + " opened; nothing was changed");
    assertThat(time.elapsed().nanos() - before).isEqualTo(TIMEOUT.toNanos());
  }

  @Test
  void call_driverHangs_failsInTimeAndSecondNextCallReconnects() {
    assertLate();
    assertThat(threads.waiting()).isOne();
    assertLate();
    assertThat(threads.waiting()).isOne();
    assertLate();
    assertThat(threads.waiting()).isEqualTo(2);
  }

  @Test
  void call_driverFails_throwsAndTheNextCallRetries() {
    for (int i = 0; i < 2; i++) {
      time.elapsed().callAfter(1_000_000, threads::step);
      assertThatThrownBy(this::call).isInstanceOf(SQLException.class).hasMessage("refused");
      assertThat(threads.waiting()).isZero();
    }
  }

  @Test
  void call_sharedAttemptHangsThenFails_throwsToTheNextWaiter() {
    assertLate();
    time.elapsed().callAfter(1_000_000, threads::step);
    assertThatThrownBy(this::call).isInstanceOf(SQLException.class).hasMessage("refused");
    assertThat(threads.waiting()).isZero();
  }

  @Test
  void close_attemptHangs_doesNotWaitAndLaterCallsThrow() {
    assertLate();
    long before = time.elapsed().nanos();
    connection.close();
    assertThat(time.elapsed().nanos()).isEqualTo(before);
    assertThatThrownBy(this::call).hasMessage("the store is closed; nothing was changed");
    threads.step();
    assertThat(threads.waiting()).isZero();
  }
}
