package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first ids on an engine that can lose claims and has just started. */
final class FirstUseTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration YOUNG = Duration.ofSeconds(15);

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  private final Mintmark mint = Surroundings.SYSTEM
      .clocks(time.wall(), time.elapsed())
      .background(Runnable::run)
      .seed(7)
      .of(Mintmark.builder())
      .store(new Forgetful())
      .claimTimeout(TIMEOUT)
      .open();

  private Instant began = time.wall().instant();

  /** Whether each reading finds a new life of the engine. */
  private boolean restartsAlways;

  private final class Forgetful extends ForwardingStore {

    Forgetful() {
      super(new MemoryStore(time.wall()));
    }

    @Override
    public boolean canLoseAcknowledgedWrites() {
      return true;
    }

    @Override
    public Optional<EngineLife> life(List<String> lines) {
      Instant now = time.wall().instant();
      began = restartsAlways ? now : began;
      List<Long> next = lines.stream().map(this::position).toList();
      return Optional.of(new EngineLife(began.toString(), began, now, next));
    }
  }

  @AfterEach
  void close() {
    mint.close();
  }

  private Duration passed() {
    return Duration.ofNanos(time.elapsed().nanos());
  }

  private void assertWaitedForTheEngine() {
    assertThat(passed()).isBetween(YOUNG, YOUNG.plusSeconds(1));
  }

  @ParameterizedTest
  @EnumSource(IdOrder.class)
  void next_engineJustStarted_waitsUntilNumbersCanBeTaken(IdOrder order) {
    assertThat(mint.snowflake("users", s -> s.order(order)).next()).isPositive();
    assertWaitedForTheEngine();
  }

  @Test
  void nextTextBatch_engineJustStarted_waits() {
    KeyGenerator keys =
        mint.keys("orders", k -> k.format("{time:yyyyMMddHHmmss}{worker:2}{seq:3}"));
    assertThat(keys.nextTextBatch(1_500)).hasSize(1_500).doesNotHaveDuplicates();
    assertWaitedForTheEngine();
  }

  @Test
  void nextAsync_engineJustStarted_waitsUntilNumbersCanBeTaken() {
    CompletableFuture<long[]> ids = mint.snowflake("users").nextBatchAsync(10);
    time.advance(YOUNG.minusMillis(1));
    assertThat(ids).isNotDone();
    time.advance(Duration.ofSeconds(1));
    assertThat(ids).isCompletedWithValueMatching(all -> all.length == 10);
  }

  @Test
  void next_calledDuringTheWait_waitsForTheRest() {
    SnowflakeGenerator users = mint.snowflake("users");
    CompletableFuture<long[]> first = users.nextBatchAsync(1);
    time.advance(Duration.ofSeconds(8));
    assertThat(users.next()).isPositive();
    assertThat(first).isCompleted();
    assertWaitedForTheEngine();
  }

  /** This generator has held a number before, so it waits no longer than the claim timeout. */
  @Test
  void next_numberHeldEarlier_waitsOnlyTheTimeout() {
    SnowflakeGenerator users = mint.snowflake("users");
    assertThat(users.next()).isPositive();
    time.advance(Duration.ofMinutes(1));
    began = time.wall().instant();
    Duration before = passed();

    assertThatThrownBy(users::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("may have forgotten claims, because it started")
        .hasMessageContaining("agoMs=")
        .hasMessageContaining("worker numbers can be taken in ")
        .hasMessageContaining("new=true");
    assertThat(passed().minus(before)).isBetween(TIMEOUT, TIMEOUT.plusSeconds(1));
  }

  @Test
  void next_engineRestartsRepeatedly_failsAfterTheLongestWait() {
    restartsAlways = true;
    assertThatThrownBy(() -> mint.snowflake("users").next())
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(passed()).isBetween(YOUNG, YOUNG.plus(TIMEOUT).plusSeconds(1));
  }
}
