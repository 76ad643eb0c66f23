package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings that all processes must share, for generators of one name or one worker pool. */
class SharedSettingsTest {

  private static final String EIGHTS = "41/8/8";
  private static final String WORKED = "{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";
  private static final String ROUTED = "{db:1}{table:1}{version:1}" + WORKED;

  private final MemoryStore store = new MemoryStore();

  /** The use of a generator by one process. */
  private interface Use extends Consumer<Mintmark> {}

  private void use(Use use) {
    try (Mintmark process = Mintmark.open(store)) {
      use.accept(process);
      process.generators().forEach(StoredSettingsTest::bind);
    }
  }

  private static SnowflakeLayout numberFirst(String split) {
    SnowflakeLayout bits = SnowflakeLayout.parse(split);
    return new SnowflakeLayout(
        bits.timeBits(), bits.workerBits(), bits.numberBits(), bits.unitMs(), bits.epoch(), true);
  }

  private static Use snowflake(Consumer<SnowflakeBuilder> change) {
    return mint -> mint.snowflake("n", s -> change.accept(s.layout(EIGHTS)));
  }

  private static Use sequence(Consumer<SequenceBuilder> change) {
    return mint -> mint.sequence("n", change);
  }

  private static Use keys(Consumer<KeyBuilder> change) {
    return mint -> mint.keys(
        "n", k -> change.accept(k.format(ROUTED).shards(Shards.of(4, 2)).version(1)));
  }

  private static Use same() {
    return snowflake(s -> {});
  }

  static Stream<Arguments> bearing() {
    Use sequence = sequence(s -> {});
    Use cycle = sequence(s -> s.cycle(1, 9));
    Use keys = keys(k -> {});
    return Stream.of(
        arguments("layout", same(), snowflake(s -> s.layout("41/8/9"))),
        arguments("worker bits", same(), snowflake(s -> s.layout("41/9/8"))),
        arguments("time bits", same(), snowflake(s -> s.layout("42/8/8"))),
        arguments("order of bits", same(), snowflake(s -> s.layout(numberFirst(EIGHTS)))),
        arguments("unit", same(), snowflake(s -> s.unit(Duration.ofMillis(10)))),
        arguments("epoch", same(), snowflake(s -> s.epoch(Instant.parse("2021-01-01T00:00:00Z")))),
        arguments("scope", same(), snowflake(s -> s.workerPool("other"))),
        arguments("start", sequence, sequence(s -> s.start(2))),
        arguments("step", sequence, sequence(s -> s.step(2))),
        arguments("offset", sequence(s -> s.step(2)), sequence(s -> s.step(2).offset(2))),
        arguments("strict", sequence, sequence(s -> s.strict(true))),
        arguments("cycle", sequence, cycle),
        arguments("end of a cycle", cycle, sequence(s -> s.cycle(1, 8))),
        arguments("start of a cycle", cycle, sequence(s -> s.cycle(0, 9))),
        arguments("segmented cycle", cycle, sequence(s -> s.cycle(1, 9).strict(false))),
        arguments("format", keys, keys(k -> k.format("X" + ROUTED))),
        arguments("zone", keys, keys(k -> k.zone("Asia/Shanghai"))),
        arguments("scope of keys", keys, keys(k -> k.workerPool("other"))),
        arguments("databases", keys, keys(k -> k.shards(Shards.of(8, 2)))),
        arguments("tables", keys, keys(k -> k.shards(Shards.of(4, 4)))),
        arguments("route", keys, keys(k -> k.shards(Shards.of(4, 2).by(Routing.SUM)))),
        arguments(
            "earlier layout",
            keys,
            keys(k -> k.version(2).shards(Shards.of(8, 2)).earlierShards(1, Shards.of(2, 2)))),
        arguments("kind", sequence, same()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bearing")
  void sharedSetting_changedAlone_throws(String what, Use first, Use changed) {
    use(first);
    assertThatThrownBy(() -> use(changed)).as(what).isInstanceOf(SettingsMismatchException.class);
    assertThatCode(() -> use(first)).as("the first settings go on").doesNotThrowAnyException();
  }

  static Stream<Arguments> bounding() {
    Use sequence = sequence(s -> {});
    Use keys = keys(k -> {});
    return Stream.of(
        arguments("window", same(), snowflake(s -> s.window(Duration.ofSeconds(3)))),
        arguments("workers", same(), snowflake(s -> s.workers(0, 6))),
        arguments("preferred worker", same(), snowflake(s -> s.preferWorker(7))),
        arguments("maxAhead", same(), snowflake(s -> s.maxAhead(Duration.ZERO))),
        arguments("maxSkew", same(), snowflake(s -> s.maxSkew(Duration.ZERO))),
        arguments("tolerance", same(), snowflake(s -> s.clockTolerance(Duration.ZERO))),
        arguments("clock behind", same(), snowflake(s -> s.onClockBehind(OnClockBehind.WAIT))),
        arguments("numberStart", same(), snowflake(s -> s.numberStart(1))),
        arguments("confirmed clock", same(), snowflake(s -> s.clockConfirmed(true))),
        arguments("maximum", sequence, sequence(s -> s.maximum(1_000))),
        arguments("segment", sequence, sequence(s -> s.segment(5, 6))),
        arguments("duration", sequence, sequence(s -> s.segmentDuration(Duration.ofSeconds(2)))),
        arguments("window of keys", keys, keys(k -> k.window(Duration.ofSeconds(3)))),
        arguments(
            "a new version",
            keys,
            keys(k -> k.version(2).shards(Shards.of(8, 2)).earlierShards(1, Shards.of(4, 2)))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bounding")
  void localSetting_changedAlone_isAccepted(String what, Use first, Use changed) {
    use(first);
    assertThatCode(() -> use(changed)).as(what).doesNotThrowAnyException();
  }

  @Test
  void scope_numberFirstAndWorkerFirst_isRefusedAndTakesNoName() {
    use(mint -> mint.snowflake("a", s -> s.layout(EIGHTS).workerPool("one")));

    assertThatThrownBy(() ->
            use(mint -> mint.snowflake("b", s -> s.layout(numberFirst(EIGHTS)).workerPool("one"))))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("could be equal")
        .hasMessageContaining("worker-pool=one")
        .hasMessageContaining("number-first");
    assertThat(store.line("spec/b")).isEmpty();
    use(mint -> mint.snowflake("b", s -> s.layout(EIGHTS).workerPool("one")));
  }

  @Test
  void scope_otherLayoutInOneProcess_isRefusedBeforeTheFirstId() {
    try (Mintmark mint = Mintmark.open(store)) {
      var first = mint.snowflake("a", s -> s.layout(EIGHTS).workerPool("one"));
      assertThatThrownBy(() -> mint.snowflake("b", s -> s.workerPool("one")))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("worker-pool=one");
      assertThat(mint.find("b")).isEmpty();
      mint.forget(first);
      assertThatThrownBy(() -> mint.snowflake("b", s -> s.workerPool("one")))
          .isInstanceOf(SettingsMismatchException.class);
    }
    assertThat(store.lines("")).isEmpty();
  }

  @Test
  void scope_keysThatCouldCollide_throw() {
    use(mint -> mint.keys(
        "a", k -> k.format("{time:yyMMdd}{worker:2}{seq:2}").zone("UTC").workerPool("one")));

    assertThatThrownBy(() -> use(mint -> mint.keys(
            "b", k -> k.format("{time:yyMMdd}{seq:2}{worker:2}").zone("UTC").workerPool("one"))))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("worker-pool=one")
        .hasMessageContaining("a pool of their own");
    use(mint -> mint.keys(
        "c", k -> k.format("C{time:yyMMdd}{seq:2}{worker:2}").zone("UTC").workerPool("one")));
  }

  @Test
  void scope_writtenByOlderVersion_isAcceptedAndEnforced() {
    use(mint -> mint.snowflake("a", s -> s.layout(EIGHTS).workerPool("one")));
    MemoryStore before = new MemoryStore();
    for (Line line : store.lines("")) {
      if (!line.name().startsWith("spec/:")) {
        before.claim(line.name(), 0, line.next());
        before.annotate(line.name(), line.note());
      }
    }
    assertThat(before.lines("spec/")).hasSize(2);

    try (Mintmark process = Mintmark.open(before)) {
      long unused =
          process.snowflake("a", s -> s.layout(EIGHTS).workerPool("one")).next();
    }
    try (Mintmark process = Mintmark.open(before)) {
      assertThatThrownBy(
              () -> process.snowflake("b", s -> s.layout(numberFirst(EIGHTS)).workerPool("one")))
          .isInstanceOf(SettingsMismatchException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Z", "UTC", "GMT", "Etc/UTC", "Etc/GMT", "GMT0", "Zulu", "UT"})
  void zone_anyNameOfUtcInAStore_isTheDefault(String written) {
    String format = "{time:yyMMddHHmmss}{worker:2}{seq:4}";
    hold("n", "key format=" + format + " zone=" + written);
    hold("worker/n", "worker time=yyMMddHHmmss zone=" + written + " capacity=10000");

    use(mint -> mint.keys("n", k -> k.format(format)));
    use(mint -> mint.keys("n", k -> k.format(format).zone("UTC")));
    use(mint -> mint.keys("n", k -> k.format(format).zone(written)));
    assertThatThrownBy(() -> use(mint -> mint.keys("n", k -> k.format(format).zone("+01:00"))))
        .isInstanceOf(SettingsMismatchException.class);
  }

  private void hold(String subject, String settings) {
    store.compareAndSet(SpecLine.of(subject), 0, SpecLine.fingerprint(settings));
    store.annotate(SpecLine.of(subject), settings);
  }

  @Test
  void zone_namesOfUtcInOneProcess_areOneSetting() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThat(mint.keys("n", k -> k.format("{seq:4}").zone("UTC")))
          .isSameAs(mint.keys("n", k -> k.format("{seq:4}")))
          .isSameAs(mint.keys("n", k -> k.format("{seq:4}").zone("Etc/UTC")));
    }
  }

  @Test
  void shards_changedUnderOneVersion_failWithRemedy() {
    use(keys(k -> {}));
    assertThatThrownBy(() -> use(keys(k -> k.shards(Shards.of(8, 2)))))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("name=n, version=1")
        .hasMessageContaining("settings='shards=8 x 2 by hash', before='shards=4 x 2 by hash'")
        .hasMessageContaining("a new layout needs a new version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"worker/a", ":id/a", ":id32/a", ":v1/a"})
  void name_ofMintmarksOwnLines_isRefused(String name) {
    assertThatThrownBy(() -> use(mint -> mint.sequence(name)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void name_ofMaximumLength_leavesRoomForLineNames() {
    String name = "n".repeat(188);
    use(mint -> mint.snowflake(name));
    store.lines("").forEach(line -> assertThat(line.name()).hasSizeLessThanOrEqualTo(200));
    assertThatThrownBy(() -> use(mint -> mint.keys(
            "k".repeat(188),
            k -> k.format("{seq:4}{version:6}").shards(Shards.of(1, 1)).version(99_999))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("too long");
  }

  /** Another process has written the settings, and then the engine loses this write. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1L << 40})
  void settings_lostDuringComparison_throwStoreUnavailable(long known) {
    ForwardingStore forgetful = new ForwardingStore(store) {
      @Override
      public boolean compareAndSet(String line, long expected, long next) {
        return false;
      }

      @Override
      public long position(String line) {
        return known;
      }
    };
    List<Spec> specs = List.of(Spec.ofName("n", "start=1"));

    MovableStore movable = new MovableStore(forgetful);
    AgreedLines lines = new AgreedLines(movable, specs, List.of(), false, Context.local());

    assertThatThrownBy(() -> lines.claim("seq/n", 0, 1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("the store lost the settings of this name");
  }
}
