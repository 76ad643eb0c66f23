package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ObserverTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
  private final FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
  private final List<String> events = new ArrayList<>();
  private final Mintmark mint = open(new RecordingObserver());

  private Mintmark open(GeneratorObserver observer) {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(1)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(Duration.ofMillis(400))
        .observer(observer)
        .open();
  }

  private final class RecordingObserver implements GeneratorObserver {

    @Override
    public void generatorMade(Generator generator) {
      events.add("made " + generator.name());
    }

    @Override
    public void generatorEnded(Generator generator) {
      events.add("ended " + generator.name());
    }

    @Override
    public void claimed(Claim claim) {
      events.add("claimed " + claim.generator() + " " + claim.took().toMillis());
    }

    @Override
    public void claimFailed(FailedClaim claim) {
      String cause = claim.cause().getClass().getSimpleName();
      events.add("failed " + claim.generator() + " " + claim.took().toMillis() + " " + cause);
    }

    @Override
    public void clockSteppedBack(ClockStep step) {
      events.add("stepped " + step.generator() + " " + step.by().toMillis());
    }
  }

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  private Sequence sequence(boolean strict) {
    return mint.sequence("bills", strict ? s -> s.strict(true) : s -> {});
  }

  @Test
  void generators_madeForgottenClosed_notifyOnceEach() {
    Generator users = mint.snowflake("users");
    assertThat(mint.snowflake("users")).isSameAs(users);
    mint.forget(users);
    mint.forget(users);
    assertThat(mint.snowflake("users")).isNotSameAs(users);
    Generator documents = mint.objectIds("documents");
    mint.close();
    mint.close();

    assertThat(documents.name()).isEqualTo("documents");
    assertThat(events)
        .containsExactly(
            "made users",
            "ended users",
            "made users",
            "made documents",
            "ended users",
            "ended documents");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void claim_succeedsOrFails_notifiesWithDuration(boolean strict) {
    Sequence bills = sequence(strict);
    assertThat(bills.next()).isEqualTo(1);
    assertThat(events).startsWith("made bills", "claimed bills 0");

    events.clear();
    store.beforeDelivery(() -> time.advance(Duration.ofMillis(30)));
    assertThat(bills.nextBatch(10_000)).hasSize(10_000);
    store.beforeDelivery(() -> {});
    assertThat(events).containsOnly("claimed bills 30");

    events.clear();
    store.setDown(true);
    assertThatThrownBy(() -> bills.nextBatch(100_000))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(events).containsOnly("failed bills 0 StoreUnavailableException");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void store_rewound_notifiesFailure(boolean strict) {
    Sequence bills = sequence(strict);
    assertThat(bills.nextBatch(20)).hasSize(20);
    store.forgetAll();

    assertThatThrownBy(() -> bills.nextBatch(10_000)).isInstanceOf(StoreRewoundException.class);

    assertThat(events).endsWith("failed bills 0 StoreRewoundException");
  }

  @Test
  void clock_stepsBack_notifiesOnce() {
    SnowflakeGenerator users = mint.snowflake("users", s -> s.clockTolerance(Duration.ofDays(1)));
    long before = users.next();
    time.stepWall(Duration.ofMillis(-700));
    assertThat(users.next()).isGreaterThan(before);
    assertThat(users.next()).isGreaterThan(before);

    assertThat(events).containsOnlyOnce("stepped users 700");
    assertThat(users.supply().orElseThrow().clockStepsBack()).isEqualTo(1);
  }

  /** An observer whose methods all make ids and then throw. */
  private static final class ThrowingObserver implements GeneratorObserver {

    private Optional<Sequence> bills = Optional.empty();
    private int deep;

    private void misbehave() {
      if (deep++ == 0) {
        bills.ifPresent(sequence -> assertThat(sequence.next()).isPositive());
      }
      deep--;
      throw new AssertionError("rude");
    }

    @Override
    public void generatorMade(Generator generator) {
      misbehave();
    }

    @Override
    public void generatorEnded(Generator generator) {
      throw new IllegalStateException("rude");
    }

    @Override
    public void claimed(Claim claim) {
      misbehave();
    }

    @Override
    public void claimFailed(FailedClaim claim) {
      misbehave();
    }

    @Override
    public void clockSteppedBack(ClockStep step) {
      misbehave();
    }
  }

  @Test
  void observer_throwsAndMakesIds_doesNotAffectGenerators() {
    ThrowingObserver throwing = new ThrowingObserver();
    try (Mintmark observed = open(throwing)) {
      Sequence bills = observed.sequence("rude", s -> s.strict(true));
      throwing.bills = Optional.of(bills);
      SnowflakeGenerator users =
          observed.snowflake("users", s -> s.clockTolerance(Duration.ofDays(1)));
      assertThat(users.next()).isPositive();
      time.stepWall(Duration.ofMillis(-700));
      assertThat(users.next()).isPositive();
      assertThat(bills.next()).isPositive();
      store.setDown(true);
      assertThatThrownBy(bills::next).isInstanceOf(StoreUnavailableException.class);
      store.setDown(false);
      assertThat(bills.next()).isGreaterThan(bills.made() - 1);
      observed.forget(users);
    }
  }
}
