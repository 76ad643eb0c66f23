package io.mintmark.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.mintmark.Mintmark;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.sequence.Sequence;
import io.mintmark.service.StoreIdentity;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.Line;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesCopyTest {

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

  private static List<Line> lines(LineStore store) {
    return store.lines("").stream()
        .filter(line -> !LineName.isReserved(line.name()))
        .toList();
  }

  @Test
  void run_sequence_continuesAtItsPosition() {
    try (Mintmark old = open(source);
        Mintmark next = open(target)) {
      assertThat(old.sequence("orders").nextBatch(3)).containsExactly(1, 2, 3);

      assertThat(copy(source, target).run()).isEqualTo(new CopyReport(1, 1, 1, List.of()));

      assertThat(next.sequence("orders").next()).isEqualTo(4);
    }
  }

  @Test
  void run_openGenerators_failNamingTheTarget() {
    try (Mintmark old = open(source)) {
      Sequence orders = old.sequence("orders");
      Sequence strict = old.sequence("strict", s -> s.strict(true));
      SnowflakeGenerator users = old.snowflake("users");
      orders.next();
      strict.next();
      users.next();

      copy(source, target).run();

      assertMoved(orders::next, "seq/orders");
      assertMoved(strict::next, "seq/strict");
      assertMoved(users::next, "worker/users/");
    }
  }

  @Test
  void run_namesOpenedAfterwards_failNamingTheTarget() {
    try (Mintmark old = open(source)) {
      old.sequence("orders").next();
      old.snowflake("users").next();
    }

    copy(source, target).run();

    try (Mintmark late = open(source)) {
      assertMoved(() -> late.sequence("orders"), "spec/orders");
      assertMoved(() -> late.snowflake("users"), "spec/users");
      assertMoved(() -> late.sequence("new").next(), "seq/new");
      assertMoved(() -> late.snowflake("ids").next(), "worker/ids/");
    }
    // Also refused if a refused process has already made the line and its fingerprint.
    try (Mintmark later = open(source)) {
      assertMoved(() -> later.sequence("new").next(), "seq/new");
      assertMoved(() -> later.snowflake("ids").next(), "worker/ids/");
    }
  }

  private static void assertMoved(Runnable call, String line) {
    LineMovedException moved = catchThrowableOfType(LineMovedException.class, call::run);
    assertThat(moved)
        .hasMessageContaining("line=" + line)
        .hasMessageContaining("movedTo=" + TARGET + "; no id issued");
    assertThat(moved.target()).isEqualTo(TARGET);
  }

  @Test
  void run_lines_areCopiedWithNotesAndSealed() {
    source.claim("seq/a", 0, 7);
    source.annotate("seq/a", "held by host-1");
    source.claim("worker/s/3", 1L << 62, 5);
    source.compareAndSet("spec/a", 0, 1L << 40);
    source.annotate("spec/a", "sequence first=1");
    target.claim("seq/b", 0, 2);

    copy(source, target).run();

    assertThat(lines(target))
        .extracting(Line::name, Line::next, Line::note)
        .containsExactly(
            tuple("seq/a", 7L, "held by host-1"),
            tuple("seq/b", 2L, ""),
            tuple("spec/a", 1L << 40, "sequence first=1"),
            tuple("worker/s/3", (1L << 62) + 5, ""));
    assertThat(lines(source)).hasSize(3).allSatisfy(line -> {
      assertThat(line.next()).isEqualTo(Long.MAX_VALUE);
      assertThat(line.note()).isEqualTo("moved to " + TARGET);
    });
    assertThatThrownBy(() -> source.claim("seq/a", 0, 1)).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void run_again_changesNothing() {
    source.claim("seq/a", 0, 7);
    copy(source, target).run();
    List<Line> sourceThen = source.lines("");
    List<Line> targetThen = target.lines("");

    assertThat(copy(source, target).run()).isEqualTo(new CopyReport(1, 0, 0, List.of()));

    assertThat(source.lines("")).isEqualTo(sourceThen);
    assertThat(target.lines("")).isEqualTo(targetThen);
  }

  @Test
  void run_targetAlreadyHigher_lowersNothing() {
    try (Mintmark old = open(source);
        Mintmark next = open(target)) {
      old.sequence("orders").next();
      copy(source, target).run();
      next.sequence("orders").nextBatch(100);
      copy(source, target).run();

      assertThat(next.sequence("orders").next()).isEqualTo(102);
    }
  }

  @Test
  void run_exhaustedLine_staysExhausted() {
    source.claim("worker/s/5", Long.MAX_VALUE - 1, 1);

    copy(source, target).run();

    assertThat(target.position("worker/s/5")).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void run_lineExhaustedMeanwhile_isExhaustedInTheTarget() {
    source.claim("seq/a", 0, 1);
    HookedStore hooked = new HookedStore(source, () -> {}, () -> {
      if (source.position(StoreLines.MOVED_TO) != 0 && source.position("seq/all") == 0) {
        source.claim("seq/all", 0, Long.MAX_VALUE);
      }
    });

    copy(hooked, target).run();

    assertThat(target.position("seq/all")).isEqualTo(Long.MAX_VALUE);
    assertThat(target.position("seq/a")).isEqualTo(1);
  }

  @Test
  void claim_exhaustedLineInAStoreNotMoved_throwsExhausted() {
    try (Mintmark mint = open(source)) {
      Sequence orders = mint.sequence("orders");
      orders.next();
      source.claim("seq/orders", 0, Long.MAX_VALUE - 1);

      assertThatThrownBy(orders::next).isInstanceOf(ExhaustedException.class);
    }
  }

  @Test
  void run_identities_areKeptWithTheirOrigin() {
    MemoryStore third = new MemoryStore();
    source.claim("seq/a", 0, 1);
    long first = StoreIdentity.of(source);

    copy(source, target).run();
    long second = StoreIdentity.of(target);
    copy(target, third).run();

    assertThat(StoreIdentity.of(source)).isEqualTo(first).isNotEqualTo(second);
    assertThat(StoreIdentity.of(third)).isNotEqualTo(second);
    assertThat(target.position(StoreLines.from(first))).isEqualTo(1);
    assertThat(third.position(StoreLines.from(first))).isEqualTo(1);
    assertThat(third.position(StoreLines.from(second))).isEqualTo(1);
    assertThat(third.position("seq/a")).isEqualTo(1);
  }

  @Test
  void plan_beforeAndAfter_readsOnly() {
    source.claim("seq/a", 0, 7);
    source.compareAndSet("spec/a", 0, 1L << 40);
    target.claim("seq/a", 0, 9);
    List<Line> sourceThen = source.lines("");
    List<Line> targetThen = target.lines("");

    assertThat(copy(source, target).plan()).isEqualTo(new CopyPlan(sourceThen, List.of()));
    assertThat(sourceThen).extracting(Line::name).containsExactly("seq/a", "spec/a");
    assertThat(source.lines("")).isEqualTo(sourceThen);
    assertThat(target.lines("")).isEqualTo(targetThen);

    copy(source, target).run();
    assertThat(copy(source, target).plan().lines()).isEmpty();
  }

  @Test
  void open_inTheTargetDuringACopy_failsAskingToWait() {
    try (Mintmark old = open(source);
        Mintmark next = open(target)) {
      old.sequence("orders").next();
      old.snowflake("users").next();
      Interruption cut = new Interruption(source, target);
      assertThatThrownBy(() -> cut.runUntilFirstSeal("seq/orders"))
          .isInstanceOf(StoreUnavailableException.class);

      assertMoved(() -> old.sequence("orders").next(), "seq/orders");
      for (Runnable start :
          List.<Runnable>of(() -> next.sequence("orders"), () -> next.snowflake("users"))) {
        assertThatThrownBy(start::run)
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("are being moved here from another store")
            .hasMessageContaining("try again when lines copy has finished");
      }

      copy(source, target).run();
      assertThat(next.sequence("orders").next()).isEqualTo(2);
    }
  }

  @Test
  void run_nameCreatedInBothMeanwhile_isReportedAndMoved() {
    try (Mintmark old = open(source);
        Mintmark early = open(target)) {
      old.sequence("orders").next();
      boolean[] made = new boolean[1];
      // At this moment the gate is still open, and all existing names have their placeholders.
      HookedStore hooked = new HookedStore(source, () -> {}, () -> {
        if (!made[0] && source.position(StoreLines.MOVED_TO) != 0) {
          made[0] = true;
          old.sequence("late").nextBatch(5);
          early.sequence("late").next();
        }
      });

      CopyReport report = copy(hooked, target).run();

      assertThat(report.clashes()).containsExactly("the name is in use in both stores: name=late");
      assertThat(early.sequence("late").next()).isEqualTo(6);
    }
  }

  @Test
  void open_otherSettingsAfterwards_throwsInTheTarget() {
    try (Mintmark old = open(source);
        Mintmark next = open(target)) {
      assertThat(old.sequence("orders").next()).isEqualTo(1);
      copy(source, target).run();

      assertThatThrownBy(() -> next.sequence("orders", s -> s.step(3)))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("first=1 step=1");
    }
  }

  @Test
  void fingerprint_anySettings_isNeitherAPlaceholderNorTheEnd() {
    for (int i = 0; i < 1_000; i++) {
      long fingerprint = SpecLine.fingerprint("settings " + i);
      assertThat(fingerprint).isLessThan(Long.MAX_VALUE);
      assertThat(SpecLine.isPlaceholder(fingerprint)).isFalse();
    }
    for (long identity : new long[] {1, (1L << 32) - 2, (1L << 32) - 1, Long.MAX_VALUE}) {
      assertThat(SpecLine.isPlaceholder(SpecLine.placeholder(identity))).isTrue();
    }
  }
}
