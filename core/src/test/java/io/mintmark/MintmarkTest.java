package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.Supply;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.Line;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MintmarkTest {

  @Test
  void snowflake_sameName_isTheSameGenerator() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      SnowflakeGenerator users = mint.snowflake("users", s -> s.window(Duration.ofSeconds(5)));
      assertThat(mint.snowflake("users")).isSameAs(users);
      assertThat(mint.snowflake("users", s -> s.window(Duration.ofSeconds(5)))).isSameAs(users);
      assertThat(mint.generators()).containsExactly(users);
    }
  }

  @Test
  void snowflake_sameNameOtherSettings_isRefused() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThat(mint.find("users")).isEmpty();
      SnowflakeGenerator users = mint.snowflake("users");
      assertThat(mint.find("users")).containsSame(users);
      assertThat(mint.snowflake("users", s -> s.window(Duration.ofSeconds(5)))).isSameAs(users);
      assertThatThrownBy(() -> mint.snowflake("users", s -> s.layout("js-safe")))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("here='layout=41/5/7', there='layout=41/10/12'");
      assertThatThrownBy(() -> mint.sequence("users"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("requested Sequence, is snowflake");
    }
  }

  @Test
  void snowflake_otherLayoutInAnotherProcess_failsNamingBoth() {
    try (MemoryStore store = new MemoryStore();
        Mintmark one = Mintmark.open(store);
        Mintmark two = Mintmark.open(store)) {
      one.snowflake("users").next();
      assertThatThrownBy(
              () -> two.snowflake("users", s -> s.layout(SnowflakeLayout.parse("js-safe"))))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("41/5/7")
          .hasMessageContaining("41/10/12");
      assertThatThrownBy(() -> two.sequence("users")).isInstanceOf(SettingsMismatchException.class);
      two.snowflake("users", s -> s.window(Duration.ofSeconds(3))).next();
    }
  }

  @Test
  void snowflake_settingsLineMoved_throwsUntilItIsLowered() {
    try (MemoryStore store = new MemoryStore();
        Mintmark one = Mintmark.open(store);
        Mintmark two = Mintmark.open(store)) {
      one.snowflake("users").next();
      long fingerprint = store.claim("spec/users", 0, 1);

      assertThatThrownBy(() -> two.snowflake("users"))
          .isInstanceOf(SettingsDamagedException.class)
          .hasMessageContaining("name=users, line=spec/users, position=")
          .hasMessageContaining(
              "mintmark lines lower spec/users " + fingerprint + " --accept-repeats");
      assertThat(store.lower("spec/users", fingerprint + 1, fingerprint)).isTrue();
      two.snowflake("users").next();
      assertThatThrownBy(() -> Mintmark.open(store)
              .snowflake("users", s -> s.layout(SnowflakeLayout.parse("js-safe"))))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("here='layout=41/5/7', there='layout=41/10/12'");
    }
  }

  @Test
  @Tag("long")
  void sequence_otherSettingsWithoutNote_failsWithMessage() {
    try (MemoryStore store = new MemoryStore();
        Mintmark mint = Mintmark.open(store)) {
      assertThat(store.compareAndSet("spec/s", 0, 1L << 40)).isTrue();

      assertThatThrownBy(() -> mint.sequence("s"))
          .isInstanceOf(SettingsDamagedException.class)
          .hasMessageStartingWith("the name has other settings, and its line does not show yet");
    }
  }

  @Test
  void sequence_strictHereSegmentedThere_isRefused() {
    try (MemoryStore store = new MemoryStore();
        Mintmark one = Mintmark.open(store);
        Mintmark two = Mintmark.open(store)) {
      long unused = one.sequence("s", s -> s.strict(true)).next();
      assertThatThrownBy(() -> two.sequence("s", s -> s.strict(false)))
          .isInstanceOf(SettingsMismatchException.class);
    }
  }

  @Test
  void snowflake_sharedScope_neverCollideAndMustHaveEqualLayout() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      SnowflakeGenerator a = mint.snowflake("a", s -> s.workerPool("common"));
      SnowflakeGenerator b = mint.snowflake("b", s -> s.workerPool("common"));
      Set<Long> ids = new HashSet<>();
      for (int i = 0; i < 10_000; i++) {
        assertThat(ids.add(a.next()) && ids.add(b.next())).isTrue();
      }
      assertThatThrownBy(
              () -> mint.snowflake("c", s -> s.workerPool("common").unit(Duration.ofMillis(10))))
          .isInstanceOf(SettingsMismatchException.class);
    }
  }

  /** Worker 0 of one scope and worker 0 of another scope own the same positions. */
  @Test
  void snowflake_otherScopeUnderOneName_isRefused() {
    MemoryStore store = new MemoryStore();
    try (Mintmark one = Mintmark.open(store);
        Mintmark two = Mintmark.open(store)) {
      long user = one.snowflake("users").next();
      long order = one.snowflake("orders", s -> s.workerPool("common")).next();
      for (String other : List.of("common", "elsewhere")) {
        assertThatThrownBy(() -> two.snowflake("users", s -> s.workerPool(other)))
            .isInstanceOf(SettingsMismatchException.class)
            .hasMessageContaining("scope=" + other);
      }
      assertThatThrownBy(() -> two.snowflake("orders", s -> s.window(Duration.ofSeconds(9))))
          .isInstanceOf(SettingsMismatchException.class);
      assertThat(two.snowflake("users", s -> s.workerPool("users")).next()).isNotEqualTo(user);
      assertThat(two.snowflake("orders", s -> s.workerPool("common")).next()).isNotEqualTo(order);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a//b", "../x", "ключ", "a/", "worker/x", "a\nb"})
  void anyGenerator_badName_isRefused(String name) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThatThrownBy(() -> mint.sequence(name)).isInstanceOf(ConfigurationException.class);
      assertThatThrownBy(() -> mint.snowflake(name)).isInstanceOf(ConfigurationException.class);
      assertThat(MintmarkAccess.storeOf(mint).lines("")).isEmpty();
    }
  }

  @Test
  void anyGenerator_nameTooLong_isRefusedBeforeAnythingIsWritten() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      String name = "n".repeat(195);
      assertThatThrownBy(() -> mint.sequence(name)).isInstanceOf(ConfigurationException.class);
      assertThat(MintmarkAccess.storeOf(mint).lines("")).isEmpty();
    }
  }

  @Test
  void snowflake_wrongSettings_reportsAllFaultsAtOnce() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThatThrownBy(() -> mint.snowflake(
              "users",
              s -> s.layout(SnowflakeLayout.parse("discord"))
                  .window(Duration.ZERO)
                  .workers(5, 4)
                  .maxAhead(Duration.ofMillis(-1))
                  .numberStart(0)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("snowflake 'users'")
          .hasMessageContaining("can only be read")
          .hasMessageContaining("window=PT0S")
          .hasMessageContaining("workers=5..4")
          .hasMessageContaining("maxAhead=PT-0.001S")
          .hasMessageContaining("numberStart=0");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis://127.0.0.1, mintmark-store-redis",
    "etcd://127.0.0.1, mintmark-store-etcd",
    "jdbc:mysql://127.0.0.1/x, mintmark-store-jdbc",
    "nonsense, known here=[memory]",
    "'', known here=[memory]"
  })
  void open_schemeWithoutAdapter_failsNamingTheArtifact(String url, String expected) {
    assertThatThrownBy(() -> Mintmark.open(url))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void open_noStoreAndInvalidTimeout_reportsBoth() {
    assertThatThrownBy(() -> Mintmark.builder().claimTimeout(Duration.ZERO).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no store is given")
        .hasMessageContaining("claimTimeout=PT0S");
  }

  @Test
  void close_twice_stopsIdsAndLeavesAGivenStoreOpen() {
    MemoryStore store = new MemoryStore();
    Mintmark mint = Mintmark.open(store);
    SnowflakeGenerator users = mint.snowflake("users");
    Sequence strict = mint.sequence("strict", s -> s.strict(true));
    Sequence segmented = mint.sequence("segmented");
    users.next();
    strict.next();
    segmented.next();
    mint.close();
    mint.close();
    assertThatThrownBy(users::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(strict::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(segmented::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> segmented.nextBatch(10)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> mint.sequence("other")).isInstanceOf(ClosedException.class);
    assertThat(store.position("seq/strict")).isEqualTo(1);
  }

  @Test
  void oneShot_eachCall_claimsExactlyItsCount() {
    try (MemoryStore store = new MemoryStore();
        Mintmark mint = Mintmark.builder().store(store).oneShot(true).open()) {
      assertThat(mint.sequence("s").nextBatch(7)).hasSize(7);
      assertThat(store.position("seq/s")).isEqualTo(7);
      assertThat(mint.sequence("s").next()).isEqualTo(8);
      SnowflakeGenerator users = mint.snowflake("users");
      long id = users.next();
      Line line = store.lines("worker/users/").get(0);
      long tick = id >>> 22;
      assertThat(line.next()).isEqualTo((tick << 12) + users.decode(id).number() + 1);
      assertThat(users.nextBatch(10_000)).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Generator.MAX_BATCH + 1, Integer.MIN_VALUE})
  void batch_countOutOfRange_isRefused(int count) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThatThrownBy(() -> mint.snowflake("a").nextBatch(count))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("count=" + count);
      assertThatThrownBy(() -> mint.sequence("b").nextTextBatch(count))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void describe_snowflake_showsRemainingWindowAndTime() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      SnowflakeGenerator users = mint.snowflake("users");
      assertThat(users.describe().facts()).containsEntry("worker", "none");
      Instant before = Instant.now().minusSeconds(1);
      Instant made = users.decode(users.next()).time();
      assertThat(made).isBetween(before, Instant.now().plusSeconds(1));
      assertThat(users.describe().facts())
          .containsEntry("layout", "41/10/12")
          .containsEntry("capacity-per-second", "4096000")
          .containsEntry("time-ends", "2089-09-06T15:47:35.552Z")
          .containsKeys("worker", "window-left-ms", "days-left");
    }
  }

  @Test
  void forget_sequenceWithASegment_closesItAndBurnsTheRest() {
    try (MemoryStore store = new MemoryStore();
        Mintmark mint = Mintmark.open(store)) {
      Sequence before = mint.sequence("s", s -> s.segment(100, 100));
      assertThat(before.next()).isEqualTo(1);
      assertThat(store.position("seq/s")).isEqualTo(100);

      mint.forget(before);

      assertThat(mint.generators()).isEmpty();
      assertThatThrownBy(before::next).isInstanceOf(ClosedException.class);
      assertThatThrownBy(() -> before.reserve(2)).isInstanceOf(ClosedException.class);
      assertThat(mint.sequence("s").next()).isEqualTo(101);
    }
  }

  @Test
  void forget_strictSequence_leavesNoGap() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      Sequence before = mint.sequence("s", s -> s.strict(true));
      assertThat(before.next()).isEqualTo(1);

      mint.forget(before);

      assertThatThrownBy(before::next).isInstanceOf(ClosedException.class);
      assertThat(mint.sequence("s", s -> s.strict(true)).next()).isEqualTo(2);
    }
  }

  @Test
  void generators_everyKind_areNotAutoCloseable() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      mint.snowflake("users");
      mint.sequence("numbers");
      mint.sequence("strict", s -> s.strict(true));
      mint.keys("orders", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"));
      mint.keys("invoices", k -> k.format("{time:yyMMdd}{seq:4}").zone("UTC"));
      mint.objectIds("documents");
      mint.uuids("v1", u -> u.version(1));
      mint.uuids("v4", u -> u.version(4));
      mint.uuids("v7");
      List<Generator> shared = new ArrayList<>(mint.generators());
      shared.add(ObjectIdGenerator.ofProcess());
      assertThat(shared)
          .hasSize(10)
          .allSatisfy(each -> assertThat(each).isNotInstanceOf(AutoCloseable.class));
    }
  }

  @Test
  void close_mint_endsEveryGenerator() {
    Mintmark mint = Mintmark.open("memory:");
    SnowflakeGenerator users = mint.snowflake("users");
    users.next();
    Sequence numbers = mint.sequence("numbers");
    Sequence strict = mint.sequence("strict", s -> s.strict(true));
    KeyGenerator invoices =
        mint.keys("invoices", k -> k.format("{time:yyMMdd}{seq:4}").zone("UTC"));
    mint.close();
    assertThatThrownBy(users::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(numbers::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(strict::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(invoices::next).isInstanceOf(ClosedException.class);
  }

  @Test
  void forget_generatorAlreadyReplaced_keepsTheNewOne() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      Sequence before = mint.sequence("s");
      mint.forget(before);
      Sequence after = mint.sequence("s");

      mint.forget(before);

      assertThat(mint.sequence("s")).isSameAs(after).isNotSameAs(before);
      assertThat(after.next()).isEqualTo(1);
    }
  }

  @Test
  void supply_segmentedSequence_isTheRestOfItsSegment() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      Sequence sequence = mint.sequence("s", s -> s.segment(100, 100));
      assertThat(sequence.supply().map(Supply::left)).contains(0L);
      assertThat(sequence.supply().flatMap(Supply::lapsesIn)).isEmpty();

      sequence.nextBatch(3);

      assertThat(sequence.supply().map(Supply::left)).contains(97L);
      assertThat(mint.sequence("strict", s -> s.strict(true)).supply()).isEmpty();
    }
  }

  @Test
  void supply_snowflake_shrinksAsTimePassesAndCountsStepsBack() {
    ManualTime time = new ManualTime(Instant.parse("2026-11-21T08:00:00Z"));
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store("memory:")
        .open()) {
      SnowflakeGenerator users = mint.snowflake("users", s -> s.window(Duration.ofSeconds(10)));
      assertThat(users.supply().orElseThrow().lapsesIn()).contains(Duration.ZERO);
      users.next();
      Supply full = users.supply().orElseThrow();
      assertThat(full.lapsesIn()).contains(Duration.ofSeconds(10));
      assertThat(full.left()).isBetween(9_990L * 4096, 10_000L * 4096);
      assertThat(users.timeEnds()).contains(users.layout().end());

      time.advance(Duration.ofSeconds(4));
      Supply later = users.supply().orElseThrow();
      assertThat(later.lapsesIn()).contains(Duration.ofSeconds(6));
      assertThat(later.left()).isEqualTo(6_000L * 4096);

      time.advance(Duration.ofSeconds(7));
      assertThat(users.supply().orElseThrow().lapsesIn()).contains(Duration.ZERO);
      assertThat(users.supply().orElseThrow().left()).isZero();

      users.next();
      time.stepWall(Duration.ofMillis(-2));
      users.next();
      users.next();
      assertThat(users.supply().orElseThrow().clockStepsBack()).isEqualTo(1);
    }
  }

  @Test
  void supply_keysOfWorkers_lapseWithTheirWindow() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      Generator orders =
          mint.keys("orders", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"));
      orders.nextTextBatch(1);

      Supply supply = orders.supply().orElseThrow();
      assertThat(supply.left()).isPositive();
      assertThat(supply.lapsesIn().orElseThrow()).isPositive();
      assertThat(orders.timeEnds().orElseThrow()).isAfter(Instant.parse("2090-01-01T00:00:00Z"));
      Generator invoices =
          mint.keys("invoices", k -> k.format("{time:yyMMdd}{seq:4}").zone("UTC"));
      assertThat(invoices.supply()).isEmpty();
      assertThat(invoices.timeEnds().orElseThrow()).isAfter(Instant.parse("2090-01-01T00:00:00Z"));
    }
  }
}
