package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.key.Shards;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PastPositionsTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant PAST = Instant.parse("2024-05-06T07:08:09.123Z");
  private static final String LAST_LINE = "worker/users/1023";

  private final ManualTime time = new ManualTime(NOW);
  private final FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
  private final List<Mintmark> opened = new ArrayList<>();

  private Mintmark process(LineStore on) {
    Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(on)
        .claimTimeout(Duration.ofMillis(100))
        .open();
    opened.add(mint);
    return mint;
  }

  private SnowflakeGenerator users(Consumer<SnowflakeBuilder> settings) {
    return process(store).snowflake("users", settings);
  }

  private SnowflakeGenerator users() {
    return users(s -> {});
  }

  /** A generator with 16 numbers in each tick. */
  private static void tiny(SnowflakeBuilder settings) {
    settings.layout("41/6/4");
  }

  @AfterEach
  void close() {
    opened.forEach(Mintmark::close);
    store.close();
  }

  @Test
  void nextAt_pastMoment_showsItAndSortsBetweenItsNeighbours() {
    SnowflakeGenerator users = users();
    long live = users.next();
    long past = users.nextAt(PAST);
    assertThat(users.decode(past).time()).isEqualTo(PAST);
    assertThat(users.decode(past).worker()).isEqualTo(1023);
    assertThat(past)
        .isLessThan(live)
        .isGreaterThan(users.nextAt(PAST.minusMillis(1)))
        .isLessThan(users.nextAt(PAST.plusMillis(1)));
    assertThat(users.next()).isGreaterThan(live);
    assertThat(store.position(LAST_LINE)).isEqualTo(PastPositions.RETIRED);
  }

  /** Live ids with the last number may have been made after the backup. */
  @Test
  void nextAt_restoredBackup_isRefusedUntilTheLineIsRaised() {
    assertThat(store.compareAndSet("worker/users/-", 0, 1)).isTrue();
    assertThatThrownBy(() -> users().nextAt(PAST))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a backup of the store was restored")
        .hasMessageContaining("raise this line to 9223372036854775805");
    assertThat(store.position(LAST_LINE)).isZero();

    assertThat(store.compareAndSet(LAST_LINE, 0, PastPositions.RETIRED)).isTrue();
    SnowflakeGenerator users = users();
    assertThat(users.decode(users.nextAt(PAST)).time()).isEqualTo(PAST);
  }

  @Test
  void nextBatchAt_equalMoments_riseInTheirOrder() {
    long[] ids = users(PastPositionsTest::tiny).nextBatchAt(Collections.nCopies(16, PAST));
    assertThat(ids).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void nextBatchAt_randomMomentsInManyProcesses_neverRepeats(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      SnowflakeGenerator users = users(PastPositionsTest::tiny);
      List<Instant> moments = Stream.generate(
              () -> PAST.plusMillis(random.nextLong(1L << random.nextInt(24))))
          .limit(1 + random.nextInt(6))
          .toList();
      try {
        long[] ids = users.nextBatchAt(moments);
        for (int at = 0; at < ids.length; at++) {
          assertThat(seen.add(ids[at])).as("new id with seed %s", seed).isTrue();
          assertThat(users.decode(ids[at]).time()).isEqualTo(moments.get(at));
        }
      } catch (ExhaustedException e) {
        // The ticks at the start are chosen often, and can be full.
      }
      assertThat(seen.add(users.next())).isTrue();
      time.advance(Duration.ofMillis(random.nextLong(20_000)));
    }
    assertThat(seen).hasSizeGreaterThan(400);
  }

  @Test
  void nextAt_manyThreads_neverRepeats() {
    List<SnowflakeGenerator> each = Stream.generate(this::users).limit(4).toList();
    List<long[]> ids = Race.run(4, thread -> {
      SnowflakeGenerator users = each.get(thread);
      return LongStream.range(0, 500)
          .map(i -> users.nextAt(PAST.plusMillis(i % 7)))
          .toArray();
    });
    assertThat(ids.stream().flatMapToLong(Arrays::stream).boxed())
        .hasSize(2_000)
        .doesNotHaveDuplicates();
  }

  @Test
  void nextAt_tickIsFull_throwsAndOtherTicksHaveAQuarterLeft() {
    SnowflakeGenerator users = users(PastPositionsTest::tiny);
    Set<Long> ids = new HashSet<>();
    for (int i = 0; i < 16; i++) {
      ids.add(users.nextAt(PAST));
    }
    assertThatThrownBy(() -> users.nextAt(PAST))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("all numbers of this tick are used: moment=" + PAST);
    for (int i = 0; i < 4; i++) {
      ids.add(users.nextAt(PAST.plusMillis(1)));
    }
    assertThat(ids).hasSize(20);
    assertThatThrownBy(() -> users.nextAt(PAST.plusMillis(1)))
        .isInstanceOf(ExhaustedException.class);
  }

  @Test
  void nextBatchAt_rowsOfAnHour_makesOneClaim() {
    SnowflakeGenerator users = users();
    users.nextAt(PAST.minusSeconds(3_600));
    long before = store.calls();
    long[] ids = users.nextBatchAt(
        Stream.iterate(PAST, moment -> moment.plusMillis(1)).limit(1_000).toList());
    assertThat(ids).isSorted().hasSize(1_000);
    assertThat(store.calls() - before)
        .as("one reading, one claim, one on the gate")
        .isEqualTo(3);
  }

  @Test
  void next_afterTheLastWorkerIsRetired_takesOthersAndNeverTheLast() {
    users(s -> s.workers(1022, 1023)).nextAt(PAST);
    SnowflakeGenerator first = users(s -> s.workers(1022, 1023).preferWorker(1023));
    assertThat(first.decode(first.next()).worker()).isEqualTo(1022);
    assertThatThrownBy(() -> users(s -> s.workers(1022, 1023)).next())
        .isInstanceOf(NoIdleWorkerException.class);
    time.advance(Duration.ofDays(36_500));
    assertThatThrownBy(() -> users(s -> s.workers(1023, 1023)).next())
        .isInstanceOf(MintmarkException.class);
  }

  /** The line of the preferred number is created together with the settings of a new name. */
  @Test
  void nextAt_lastWorkerIsPreferredInANewPool_isRetired() {
    SnowflakeGenerator users = users(s -> s.preferWorker(1023));
    assertThat(users.decode(users.nextAt(PAST)).worker()).isEqualTo(1023);
    assertThat(users.decode(users.next()).worker()).isNotEqualTo(1023);
  }

  @Test
  void nextAt_lastWorkerHasMadeIds_isRefused() {
    long unused = users(s -> s.workers(1023, 1023)).next();
    assertThatThrownBy(() -> users().nextAt(PAST))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the last worker number has made ids");
    SnowflakeGenerator narrower = users(s -> s.workers(0, 1000));
    assertThat(narrower.decode(narrower.nextAt(PAST)).worker()).isEqualTo(1000);
  }

  @Test
  void nextAt_liveGeneratorTakesTheNumberMeanwhile_oneOfThemIsRefused() {
    SnowflakeGenerator past = users();
    SnowflakeGenerator live = users(s -> s.workers(1023, 1023));
    AtomicBoolean took = new AtomicBoolean();
    store.beforeDelivery(() -> {
      if (!took.getAndSet(true)) {
        long unused = live.next();
      }
    });
    assertThatThrownBy(() -> past.nextAt(PAST)).isInstanceOf(ConfigurationException.class);
    assertThat(took).isTrue();
  }

  @Test
  void nextAt_anotherProcessRetiresTheNumberMeanwhile_bothGoOn() {
    SnowflakeGenerator first = users();
    SnowflakeGenerator second = users();
    Set<Long> ids = new HashSet<>();
    AtomicBoolean began = new AtomicBoolean();
    store.beforeDelivery(() -> {
      if (!began.getAndSet(true)) {
        ids.add(second.nextAt(PAST));
      }
    });
    ids.add(first.nextAt(PAST));
    assertThat(ids).hasSize(2);
  }

  @Test
  void nextAt_lostReplies_burnNumbersAndRepeatNone() {
    SnowflakeGenerator users = users();
    store.randomFaults(7, 20);
    Set<Long> ids = new HashSet<>();
    int made = 0;
    for (int i = 0; i < 300; i++) {
      try {
        ids.add(users.nextAt(PAST));
        made++;
      } catch (MintmarkException e) {
        // A reply was lost.
      }
    }
    assertThat(ids).hasSize(made).hasSizeGreaterThan(50);
  }

  /** The copy of a process would return the positions of a claim from before the snapshot. */
  @Test
  void nextAt_suspendedDuringTheClaim_returnsPositionsOfALaterClaim() {
    AtomicBoolean suspends = new AtomicBoolean(true);
    List<LocalLine> live = new ArrayList<>();
    LineStore suspending = new ForwardingStore(store) {
      @Override
      public long claim(String line, long atLeast, long count) {
        long start = super.claim(line, atLeast, count);
        if (line.startsWith(PastPositions.PREFIX) && suspends.getAndSet(false)) {
          live.get(0).suspend();
          live.get(0).resume();
        }
        return start;
      }
    };
    TickRules rules = new TickRules(TickScale.of(0, 1), 4, 1L << 41, 0, 0, OnClockBehind.REFUSE);
    Context context = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, Duration.ofMillis(100), () -> null);
    live.add(LocalLines.unclaimed("users", rules, LocalLines.IdForm.PLAIN, context));
    TimedLines lines = new TimedLines("worker/users/", rules, moment -> moment);
    WindowRules windows = new WindowRules(
        0,
        8,
        OptionalLong.empty(),
        new WindowRules.Ticks(1),
        new ClockAheadRules(0, false, moment -> moment),
        moment -> moment);
    PastPositions past = new PastPositions(
        "users", suspending, lines, windows, moment -> moment, live.get(0), context);

    long position = past.claim(List.of(PAST))[0];

    assertThat(store.lines(PastPositions.PREFIX + "users/7/h"))
        .singleElement()
        .satisfies(line -> assertThat(line.next()).isEqualTo(2));
    assertThat(position / 4).isEqualTo(PAST.toEpochMilli());
    assertThat(position % 4).as("the share of the hour has one number").isEqualTo(1);
    live.get(0).close();
    assertThatThrownBy(() -> past.claim(List.of(PAST))).isInstanceOf(ClosedException.class);
  }

  @Test
  void nextAt_momentOutsideTheTimesOfIds_isRefused() {
    SnowflakeGenerator users = users();
    Instant epoch = users.layout().epoch();
    for (Instant moment : List.of(NOW.plusMillis(1), epoch, epoch.minusMillis(1), Instant.MIN)) {
      assertThatThrownBy(() -> users.nextAt(moment))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no id can be made for this moment");
    }
    assertThat(store.position(LAST_LINE)).isZero();
    assertThat(users.decode(users.nextAt(epoch.plusMillis(1))).time())
        .isEqualTo(epoch.plusMillis(1));
    assertThat(users.decode(users.nextAt(NOW)).time()).isEqualTo(NOW);
  }

  @Test
  void nextAt_oneWorkerNumber_isRefusedAndLiveIdsGoOn() {
    SnowflakeGenerator users = users(s -> s.workers(7, 7));
    assertThatThrownBy(() -> users.nextAt(PAST))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("workers=7..7");
    assertThat(users.decode(users.next()).worker()).isEqualTo(7);
  }

  @Test
  void nextAt_engineCanLoseWrites_isRefused() {
    store.setCanLoseAcknowledgedWrites(true);
    SnowflakeGenerator users = users();
    assertThatThrownBy(() -> users.nextAt(PAST))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("can lose acknowledged writes");
    assertThat(store.position(LAST_LINE)).isZero();
  }

  @Test
  void nextBatchAt_opaqueIds_revealTheMomentAndDiffer() {
    OpaqueKey key = OpaqueKey.of("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
    SnowflakeGenerator users = users(s -> s.opaque(key));
    long[] ids = users.nextBatchAt(List.of(PAST, PAST, NOW));
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(users.decode(ids[1]).time()).isEqualTo(PAST);
  }

  @Test
  void nextTextBatchAt_prefixedIds_containTheMoment() {
    PrefixedIds orders =
        PrefixedIds.of(process(store).snowflake("orders"), "ord").withCheckDigit();
    List<String> ids = orders.nextTextBatchAt(List.of(PAST, PAST));
    assertThat(ids).doesNotHaveDuplicates();
    SnowflakeGenerator plain = (SnowflakeGenerator) orders.ids();
    assertThat(plain.decode(Long.parseLong(orders.parse(ids.get(1)))).time()).isEqualTo(PAST);
  }

  @Test
  void nextBatchAt_keys_showTheLocalTimeAndDiffer() {
    KeyGenerator orders = process(store)
        .keys(
            "orders",
            k -> k.format("OD{db:1}{table:1}{time:yyyyMMddHHmmss}{worker:2}{seq:3}")
                .zone("Asia/Shanghai")
                .shards(Shards.of(4, 2)));
    KeyRequest request = KeyRequest.forRoute("user-42");
    List<String> keys = orders.nextBatchAt(request, Collections.nCopies(600, PAST));
    assertThat(keys)
        .doesNotHaveDuplicates()
        .isSorted()
        .allSatisfy(key -> assertThat(orders.parse(key).worker()).hasValue(99));
    assertThat(keys.get(0)).contains("20240506150809").doesNotContain("20240506070809");
    assertThat(orders.route(keys.get(0))).isEqualTo(orders.route(orders.nextFor("user-42")));
    assertThatThrownBy(() -> orders.nextTextBatchAt(List.of(PAST)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("route id");
  }

  @Test
  void nextTextBatchAt_keysWithoutMinutes_haveAllNumbersOfADay() {
    KeyGenerator parcels = process(store)
        .keys("p", k -> k.format("{time:yyyyMMdd}{worker:1}{seq:3}").zone("UTC"));
    List<String> keys = parcels.nextTextBatchAt(Collections.nCopies(999, PAST));
    assertThat(keys)
        .startsWith("202405069001")
        .endsWith("202405069999")
        .doesNotHaveDuplicates()
        .isSorted()
        .allMatch(key -> key.startsWith("202405069"));
    assertThatThrownBy(() -> parcels.nextTextBatchAt(List.of(PAST.minusSeconds(5))))
        .isInstanceOf(ExhaustedException.class);
  }

  @Test
  void nextBatchAt_nameTooLongForTheLines_isRefusedAndTakesNoWorkerNumber() {
    SnowflakeGenerator users = process(store).snowflake("n".repeat(179));

    assertThatThrownBy(() -> users.nextBatchAt(List.of(PAST)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("too long for the lines of past moments");
    assertThat(store.lines("worker/")).isEmpty();
  }

  @Test
  void nextTextBatchAt_kindsWithoutClaimedTimes_areRefused() {
    Mintmark mint = process(store);
    List.of(
            mint.sequence("numbers"),
            mint.objectIds("documents"),
            mint.uuids("events"),
            PrefixedIds.typeIds(mint.uuids("typed"), "user"),
            mint.keys("daily", k -> k.format("{time:yyyyMMdd}{seq:4}").zone("UTC")))
        .forEach(generator -> assertThatThrownBy(() -> generator.nextTextBatchAt(List.of(PAST)))
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("for past moments need"));
  }
}
