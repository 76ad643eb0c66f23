package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.Line;
import io.mintmark.testkit.FaultyStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Generators that are opened while the store is unavailable. */
class StoreUnavailableTest {

  private static final Duration BOUND = Duration.ofMinutes(1);

  private final MemoryStore engine = new MemoryStore();
  private final FaultyStore store = new FaultyStore(() -> engine);
  private final Mintmark mint = Mintmark.builder()
      .store(store)
      .claimTimeout(Duration.ofSeconds(1))
      .storeMayBeAway(true)
      .open();

  @BeforeEach
  void storeIsAway() {
    store.setDown(true);
  }

  @AfterEach
  void close() {
    mint.close();
  }

  @Test
  void snowflake_storeDownAndRequired_throws() {
    try (Mintmark strict = Mintmark.open(store)) {
      assertThatThrownBy(() -> strict.snowflake("users"))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  @Tag("long")
  void next_storeDown_failsAndRecovers() {
    SnowflakeGenerator users = mint.snowflake("users");
    Sequence numbers = mint.sequence("numbers", s -> s.strict(true));
    KeyGenerator orders =
        mint.keys("orders", k -> k.format("{time:yyyyMMdd}{seq:4}").zone("UTC"));

    assertThatThrownBy(users::next).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(numbers::next).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(orders::next).isInstanceOf(StoreUnavailableException.class);
    assertThat(engine.lines("")).isEmpty();

    store.setDown(false);
    assertThat(afterLateClaims(users)).isPositive();
    assertThat(numbers.next()).isEqualTo(1);
    assertThat(orders.next()).hasSize(12);
    assertThat(engine.lines("spec/"))
        .extracting(Line::name)
        .contains("spec/users", "spec/numbers", "spec/orders");
  }

  /**
   * On a busy machine, an earlier failed claim may still be in flight when the short timeout of the
   * next call ends.
   */
  private static long afterLateClaims(SnowflakeGenerator users) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      try {
        return users.next();
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  @Test
  void next_otherSettingsInTheStore_throwsAndClaimsNothing() {
    try (Mintmark before = Mintmark.open(engine)) {
      long unused = before.sequence("numbers", s -> s.step(2)).next();
    }
    long claimed = engine.position("seq/numbers");
    Sequence numbers = mint.sequence("numbers");

    store.setDown(false);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(numbers::next)
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("numbers");
    }
    assertThat(engine.position("seq/numbers")).isEqualTo(claimed);
  }
}
