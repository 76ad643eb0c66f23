package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Attempts that hang, fail or succeed late, on one thread with manual time. */
class ReopeningTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final StoreContext context = new SteppedLoops(time).context(time.elapsed());
  private final List<CompletableFuture<String>> attempts = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private final List<String> ended = new ArrayList<>();

  private Reopening<String> waitingFor(Duration patience) {
    return new Reopening<>(
        deadline -> {
          attempts.add(new CompletableFuture<>());
          return attempts.get(attempts.size() - 1);
        },
        connection -> !broken.contains(connection),
        ended::add,
        patience,
        context);
  }

  private void opensAfter(Duration delay, int attempt, String connection) {
    time.elapsed().callAfter(delay.toNanos(), () -> attempts.get(attempt).complete(connection));
  }

  private void assertLate(Reopening<String> connections) {
    long before = time.elapsed().nanos();
    assertThatThrownBy(() -> connections.get(context.in(SECOND)))
        .isInstanceOf(TimeoutException.class);
    assertThat(time.elapsed().nanos() - before).isEqualTo(SECOND.toNanos());
  }

  @Test
  void get_attemptSlowerThanACall_nextCallWaitsForIt() throws Exception {
    Reopening<String> connections = waitingFor(SECOND.multipliedBy(2));
    assertLate(connections);
    opensAfter(SECOND.dividedBy(2), 0, "slow");

    assertThat(connections.get(context.in(SECOND))).isEqualTo("slow");
    assertThat(attempts).hasSize(1);
    assertThat(connections.isOpen()).isTrue();
  }

  @Test
  void get_attemptHangs_isReplacedAndClosedWhenItCompletes() throws Exception {
    Reopening<String> connections = waitingFor(SECOND.multipliedBy(2));
    assertLate(connections);
    assertLate(connections);
    opensAfter(SECOND, 0, "late");
    time.elapsed().callAfter(1, () -> attempts.get(1).complete("second"));

    assertThat(connections.get(context.in(SECOND))).isEqualTo("second");
    time.advance(SECOND);
    assertThat(ended).containsExactly("late");
    assertThat(connections.isOpen()).isTrue();
  }

  @Test
  void get_longAfterAHangingAttempt_startsAnotherAtOnce() {
    Reopening<String> connections = waitingFor(SECOND.multipliedBy(2));
    assertLate(connections);
    time.advance(SECOND.multipliedBy(10));
    assertLate(connections);
    assertThat(attempts).hasSize(2);
  }

  @Test
  void get_noPatience_eachLateCallStartsANewAttempt() {
    Reopening<String> connections = waitingFor(Duration.ZERO);
    assertLate(connections);
    assertLate(connections);
    assertThat(attempts).hasSize(2);
    attempts.forEach(attempt -> attempt.complete("late"));
    assertThat(ended).containsExactly("late", "late");
  }

  @Test
  void get_attemptFails_throwsAndTheNextCallRetries() throws Exception {
    Reopening<String> connections = waitingFor(Duration.ZERO);
    time.elapsed().callAfter(1, () -> attempts.get(0).completeExceptionally(new IOException("no")));
    assertThatThrownBy(() -> connections.get(context.in(SECOND)))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("no");
    assertThat(connections.isOpen()).isFalse();

    opensAfter(Duration.ZERO, 1, "second");
    assertThat(connections.get(context.in(SECOND))).isEqualTo("second");
  }

  @Test
  void get_connectionBrokenOrDropped_opensAnother() throws Exception {
    Reopening<String> connections = waitingFor(Duration.ZERO);
    opensAfter(Duration.ZERO, 0, "first");
    assertThat(connections.get(context.in(SECOND))).isEqualTo("first");
    assertThat(connections.get(context.in(SECOND))).isEqualTo("first");

    broken.add("first");
    opensAfter(Duration.ZERO, 1, "second");
    assertThat(connections.get(context.in(SECOND))).isEqualTo("second");
    assertThat(ended).containsExactly("first");

    assertThat(connections.drop("first")).isFalse();
    assertThat(connections.drop("second")).isTrue();
    assertThat(connections.drop("second")).isFalse();
    assertThat(ended).containsExactly("first");
    opensAfter(Duration.ZERO, 2, "third");
    assertThat(connections.get(context.in(SECOND))).isEqualTo("third");
  }

  @Test
  void close_openOrConnecting_endsItAndOpensNoMore() throws Exception {
    Reopening<String> open = waitingFor(Duration.ZERO);
    opensAfter(Duration.ZERO, 0, "open");
    assertThat(open.get(context.in(SECOND))).isEqualTo("open");
    open.close();
    assertThat(ended).containsExactly("open");

    Reopening<String> underWay = waitingFor(SECOND.multipliedBy(9));
    assertLate(underWay);
    underWay.close();
    attempts.get(1).complete("late");
    assertThat(ended).containsExactly("open", "late");

    assertThatThrownBy(() -> underWay.get(context.in(SECOND)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("closed");
    assertThat(attempts).hasSize(2);
  }
}
