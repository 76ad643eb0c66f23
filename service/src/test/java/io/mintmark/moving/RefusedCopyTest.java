package io.mintmark.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.Line;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that copies that cannot work are refused before any line is sealed. */
class RefusedCopyTest {

  private static final String TARGET = "redis://***@new";

  private final MemoryStore source = new MemoryStore();
  private final MemoryStore target = new MemoryStore();

  private static LinesCopy copy(LineStore from, LineStore to) {
    return new LinesCopy(from, to, TARGET, (step, done) -> {}, 8);
  }

  /** Opens a Mintmark that writes notes on the caller's thread, so that no note is written late. */
  private static Mintmark open(LineStore store) {
    return Surroundings.SYSTEM
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .oneShot(true)
        .open();
  }

  @Test
  void run_toItself_throws() {
    source.claim("seq/a", 0, 7);

    assertRefused(copy(source, source), "the source and the target are one store");
    assertThat(source.claim("seq/a", 0, 1)).isEqualTo(7);
  }

  @Test
  void run_toADifferentTarget_throws() {
    source.claim("seq/a", 0, 7);
    copy(source, target).run();

    assertRefused(copy(source, new MemoryStore()), "movedTo='" + TARGET + "'");
  }

  @Test
  void run_backToTheSealedSource_throws() {
    source.claim("seq/a", 0, 7);
    copy(source, target).run();

    assertRefused(copy(target, source), "were moved away, and stay sealed");
    assertThat(target.claim("seq/a", 0, 1)).isEqualTo(7);
  }

  @Test
  void run_nameInUseInBoth_throwsAndChangesNothing() {
    try (Mintmark old = open(source);
        Mintmark next = open(target)) {
      old.sequence("orders").next();
      old.snowflake("users").next();
      next.sequence("orders").next();
      next.snowflake("users").next();
      List<Line> sourceThen = source.lines("");
      List<Line> targetThen = target.lines("");

      assertRefused(
          copy(source, target),
          "in use in both stores: name=orders",
          "in use in both stores: name=worker/users");

      assertThat(copy(source, target).plan().faults()).hasSize(2);
      assertThat(source.lines("")).isEqualTo(sourceThen);
      assertThat(target.lines("")).isEqualTo(targetThen);
      assertThat(old.sequence("orders").next()).isEqualTo(2);
    }
  }

  @Test
  void run_nameInUseWithOtherSettings_throws() {
    String settings = "sequence first=1 step=2 segmented";
    target.compareAndSet("spec/orders", 0, SpecLine.fingerprint(settings));
    target.annotate("spec/orders", settings);
    try (Mintmark old = open(source)) {
      assertThat(old.sequence("orders").next()).isEqualTo(1);

      assertRefused(copy(source, target), "with other settings: name=orders", "step=2");
    }
  }

  @Test
  void run_namesOpenedInBothAndUnusedInTheSource_areMoved() {
    try (Mintmark old = open(source);
        Mintmark next = open(target)) {
      old.sequence("orders");
      old.snowflake("users");
      assertThat(next.sequence("orders").next()).isEqualTo(1);
      long user = next.snowflake("users").next();

      assertThat(copy(source, target).run().clashes()).isEmpty();

      assertThat(next.sequence("orders").next()).isEqualTo(2);
      assertThat(next.snowflake("users").next()).isGreaterThan(user);
    }
  }

  @Test
  void run_twoSources_acceptsTheSecondAfterTheFirst() {
    MemoryStore other = new MemoryStore();
    try (Mintmark one = open(source);
        Mintmark two = open(other)) {
      one.sequence("a").next();
      two.sequence("b").next();
    }
    Interruption cut = new Interruption(source, target);
    assertThatThrownBy(() -> cut.runUntilFirstSeal("seq/a"))
        .isInstanceOf(StoreUnavailableException.class);

    copy(other, target).run();
    copy(source, target).run();

    assertThat(target.position("seq/a")).isEqualTo(1);
    assertThat(target.position("seq/b")).isEqualTo(1);
  }

  @Test
  void run_twoSourcesOfOneName_throwsDuringTheFirst() {
    MemoryStore other = new MemoryStore();
    try (Mintmark one = open(source);
        Mintmark two = open(other)) {
      one.sequence("a").next();
      two.sequence("a").next();
    }
    Interruption cut = new Interruption(source, target);
    assertThatThrownBy(() -> cut.runUntilFirstSeal("seq/a"))
        .isInstanceOf(StoreUnavailableException.class);

    assertRefused(copy(other, target), "moved into the target from another store: name=a");
    assertThat(other.claim("seq/a", 0, 1)).isEqualTo(1);
  }

  @Test
  void run_fromATargetStillBeingFilled_throws() {
    try (Mintmark one = open(source)) {
      one.sequence("a").next();
    }
    Interruption cut = new Interruption(source, target);
    assertThatThrownBy(() -> cut.runUntilFirstSeal("seq/a"))
        .isInstanceOf(StoreUnavailableException.class);

    assertRefused(copy(target, new MemoryStore()), "still being moved into the source: name=a");
  }

  private static void assertRefused(LinesCopy copy, String... reasons) {
    ConfigurationException refused = catchThrowableOfType(ConfigurationException.class, copy::run);
    for (String reason : reasons) {
      assertThat(refused).hasMessageContaining(reason);
    }
  }
}
