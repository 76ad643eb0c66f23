package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agreement on settings, on an engine that can lose them. */
class AgreedLinesTest {

  private static final String WORKER = "worker/users/0";
  private static final String SCOPE = "spec/worker/users";
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration WAIT = Duration.ofSeconds(15);

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  private final FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
  private final AgreedLines lines = lines("users", "one");

  @BeforeEach
  void canForget() {
    store.setCanLoseAcknowledgedWrites(true);
  }

  private AgreedLines lines(String name, String settings) {
    return lines(store, name, settings);
  }

  private AgreedLines lines(LineStore store, String name, String settings) {
    Context context = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, WINDOW, SplittableRandom::new);
    List<Spec> specs =
        List.of(Spec.ofName(name, settings), Spec.ofPool("users", settings, List::of));
    MovableStore movable = new MovableStore(store);
    return new AgreedLines(movable, specs, List.of(WORKER), true, context);
  }

  private EngineLife read(AgreedLines lines) {
    return lines.life(List.of(WORKER)).orElseThrow();
  }

  private void assertSettings(String settings) {
    assertThat(store.position(SCOPE)).isEqualTo(SpecLine.fingerprint(settings));
    assertThat(store.position("spec/users")).isEqualTo(SpecLine.fingerprint(settings));
  }

  @Test
  void life_oldEngineWithoutSettings_writesThemAndReturnsRequestedLines() {
    store.claim(WORKER, 41, 1);
    store.compareAndSet(SCOPE, 0, SpecLine.fingerprint("one"));

    assertThat(read(lines).next()).containsExactly(42L);
    assertSettings("one");
    assertThat(lines.compareAndSet(WORKER, 42, 50)).isTrue();
  }

  /** If several servers hold the lines, the first line's server decides which clock is read. */
  @Test
  void life_anyStore_readsTheRequestedLinesFirst() {
    List<String> asked = new ArrayList<>();
    AgreedLines own = lines(
        new ForwardingStore(store) {
          @Override
          public Optional<EngineLife> life(List<String> lines) {
            asked.addAll(lines);
            return super.life(lines);
          }
        },
        "users",
        "one");

    read(own);

    assertThat(asked).startsWith(WORKER, "spec/users", SCOPE);
  }

  @Test
  void life_otherSettingsWrittenMeanwhile_throwsAndClaimsNothing() {
    read(lines);
    store.forgetAll();
    time.advance(WAIT);
    read(lines("users", "other"));

    assertThatThrownBy(() -> read(lines)).isInstanceOf(SettingsMismatchException.class);
    assertThatThrownBy(() -> lines.compareAndSet(WORKER, 0, 5))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> lines.claim(WORKER, 0, 5))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(store.position(WORKER)).isZero();
  }

  @Test
  void life_settingsLostWhileAWindowMayBeHeld_writesThemAtOnce() {
    read(lines);
    time.advance(WINDOW);
    store.forgetAll();
    read(lines);

    assertSettings("one");
  }

  @Test
  void life_settingsLostAndOwnWindowEnded_writesThemAfterAllWindowsEnd() {
    read(lines);
    store.forgetAll();
    time.advance(WINDOW.plusMillis(1));
    read(lines);
    assertThat(store.position(SCOPE)).isZero();
    assertThatThrownBy(() -> lines.compareAndSet(WORKER, 0, 5))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("name=users");

    time.advance(WAIT.minus(WINDOW).minusMillis(2));
    read(lines);
    assertThat(store.position(SCOPE)).isZero();
    time.advance(Duration.ofMillis(1));
    read(lines);
    assertSettings("one");
  }

  @Test
  void life_settingsLostButLineExists_failsWithRestoreCommands() {
    store.claim(WORKER, 0, 5);
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(SettingsDamagedException.class)
        .hasMessageContaining("mintmark lines raise " + SCOPE + " " + SpecLine.fingerprint("one"));
    assertThat(store.position(SCOPE)).isZero();
  }

  @Test
  void life_settingsWrittenAfterTheRead_areNotReportedLost() {
    LineStore late = new ForwardingStore(store) {
      @Override
      public List<Line> lines(LinePage page) {
        AgreedLines other = AgreedLinesTest.this.lines("users", "one");
        read(other);
        other.compareAndSet(WORKER, other.position(WORKER), 5);
        return super.lines(page);
      }
    };

    assertThat(read(lines(late, "users", "one")).next()).containsExactly(5L);
    assertSettings("one");
  }

  @Test
  void life_scopeNameIsPrefixOfAnother_ignoresItsLines() {
    store.claim("worker/users/eu/0", 0, 5);
    store.compareAndSet("worker/users/1", 0, MovableStore.MADE);

    read(lines);
    assertSettings("one");
  }

  @Test
  void life_settingsLostAtEachWrite_throws() {
    store.afterDelivery(this::forget);

    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("times=3");
  }

  private void forget() {
    store.afterDelivery(() -> {});
    store.forgetAll();
    time.advance(WAIT);
    store.afterDelivery(this::forget);
  }

  /** Only a store that was reached knows its engine. */
  @Test
  void claim_engineKnownOnlyAfterTheRead_writesNothing() {
    LineStore late = new ForwardingStore(store) {
      private boolean reached;

      @Override
      public long position(String line) {
        reached = true;
        return super.position(line);
      }

      @Override
      public boolean canLoseAcknowledgedWrites() {
        return reached && super.canLoseAcknowledgedWrites();
      }
    };

    assertThatThrownBy(() -> lines(late, "users", "one").compareAndSet(WORKER, 0, 5))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(store.lines("")).isEmpty();
  }

  @Test
  void positions_newEngine_writesNothing() {
    store.forgetAll();
    assertThat(lines.positions(List.of(WORKER)).next()).containsExactly(0L);

    assertThat(store.lines("")).isEmpty();
  }
}
