package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.testkit.Race;
import java.math.BigInteger;
import java.net.NetworkInterface;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class UuidGeneratorTest extends ManualUuids {

  /** The versions that a generator makes. */
  enum Kind {
    V1(1),
    V4(4),
    V6(6),
    V7(7);

    final int version;

    Kind(int version) {
      this.version = version;
    }

    UuidGenerator generator(long node, Context context) {
      return uuids(version, OptionalLong.of(node), context).generator();
    }

    UuidGenerator generator(Context context) {
      return built(context).generator();
    }

    Built<UuidGenerator> built(Context context) {
      return uuids(version, OptionalLong.empty(), context);
    }
  }

  private static Built<UuidGenerator> uuids(int version, OptionalLong node, Context context) {
    return new UuidSettings(version, node, IdOrder.GENERATOR).make("test", context);
  }

  private static UuidGenerator uuids(int version, Context context) {
    return uuids(version, OptionalLong.empty(), context).generator();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void next_anyKind_hasItsVersionAndTheRfcsVariant(Kind kind) {
    UuidGenerator uuids = kind.generator(Context.local());
    for (UUID uuid : uuids.nextBatch(1000)) {
      assertThat(uuid.version()).isEqualTo(kind.version);
      assertThat(uuid.variant()).isEqualTo(2);
    }
    assertThat(uuids.nextTextBatch(10))
        .hasSize(10)
        .allSatisfy(text -> assertThat(Uuids.parse(text)).hasToString(text));
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(Kind.class)
  void next_manyThreadsAndBatches_neverRepeats(Kind kind) {
    UuidGenerator uuids = kind.generator(Context.local());
    List<Set<UUID>> made = Race.run(3, thread -> {
      Set<UUID> own = new HashSet<>();
      for (int i = 0; i < 1000; i++) {
        own.addAll(uuids.nextBatch(50));
        Stream.generate(uuids::next).limit(50).forEach(own::add);
      }
      return own;
    });
    Set<UUID> all = new HashSet<>();
    made.forEach(all::addAll);
    assertThat(all).hasSize(300_000);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"V6", "V7"})
  void next_clockStepsAtRandom_alwaysIncreases(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    SplittableRandom random = new SplittableRandom(kind.version);
    UUID before = uuids.next();
    for (int i = 0; i < 20_000; i++) {
      switch (random.nextInt(50)) {
        case 0 -> time.stepWall(Duration.ofMillis(random.nextInt(100) - 100));
        case 1 -> time.stepWall(Duration.ofSeconds(random.nextInt(7200) - 3600));
        default -> time.advance(Duration.ofNanos(random.nextInt(1_000_000)));
      }
      UUID uuid = uuids.next();
      assertThat(Uuids.UNSIGNED.compare(uuid, before)).isPositive();
      before = uuid;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"V1", "V6", "V7"})
  void next_timeVersions_carryTheClocksTime(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    for (int i = 0; i < 10; i++) {
      assertThat(UuidFields.of(uuids.next()).time()).contains(START.plusSeconds(i));
      time.advance(Duration.ofSeconds(1));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"V1", "V6", "V7"})
  void next_clockStepsBackAnHour_keepsTheTickAndCounts(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    uuids.next();
    time.stepWall(Duration.ofHours(-1));
    UUID frozen = uuids.next();
    assertThat(UuidFields.of(frozen).time().orElseThrow()).isBetween(START, START.plusMillis(1));
    assertThat(uuids.next()).isNotEqualTo(frozen);
  }

  @Test
  @Tag("long")
  void v1_ticksUsedUpUnderAStoppedClock_carryThenThrow() {
    // The clock does not move. Only the ticks of this millisecond and of the next second are
    // available.
    Context stopped = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, Duration.ZERO, SplittableRandom::new);
    UuidGenerator uuids = uuids(1, stopped);
    for (int i = 0; i < 10; i++) {
      uuids.nextBatch(1_000_000);
    }
    UUID last = uuids.nextBatch(10_000).get(9_999);
    assertThat(UuidFields.of(last).time()).contains(START.plusMillis(1001).minusNanos(100));
    assertThatThrownBy(uuids::next)
        .isInstanceOf(TickExhaustedException.class)
        .hasMessageStartingWith("all numbers of this tick are used: ");
  }

  @ParameterizedTest
  @CsvSource({"V7, 2248-09-26T15:10:22.206Z", "V1, 5236-03-31T21:21:00.683Z"})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void next_timeBitsAtTheirEnd_throwsOnceUsedUp(Kind kind, Instant lastMs) {
    time.setWall(lastMs);
    UuidGenerator uuids = kind.generator(manual);
    assertThat(uuids.nextBatch(100)).doesNotHaveDuplicates();
    time.advance(Duration.ofMillis(1));
    assertThatThrownBy(uuids::next).isInstanceOf(ExhaustedException.class);
    time.advance(Duration.ofDays(1_000));
    assertThatThrownBy(() -> uuids.nextBatch(10)).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void v7_withinAMillisecond_counterStepsByOne() {
    UuidGenerator uuids = uuids(7, manual);
    long before = counter(uuids.next());
    assertThat(before).isLessThan(1 << 19);
    for (UUID uuid : uuids.nextBatch(1000)) {
      assertThat(counter(uuid)).isEqualTo(before + 1);
      before++;
    }
  }

  /** If each millisecond began at 0, all processes would count through the same values. */
  @Test
  void v7_eachMillisecond_startsAtARandomCounter() {
    UuidGenerator uuids = uuids(7, manual);
    Set<Long> starts = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      starts.add(counter(uuids.next()));
      time.advance(Duration.ofMillis(1));
    }
    assertThat(starts).hasSize(10).allMatch(start -> start > 0 && start < 1 << 19);
  }

  private static long counter(UUID v7) {
    return (v7.getMostSignificantBits() & 0xfff) << 8
        | (v7.getLeastSignificantBits() >>> 54 & 0xff);
  }

  @Test
  void v1_randomNode_hasTheMulticastBitAndIsStable() {
    UuidGenerator uuids = uuids(1, manual);
    UuidFields first = UuidFields.of(uuids.next());
    UuidFields second = UuidFields.of(uuids.next());
    assertThat(first.node().orElseThrow() >>> 40 & 1).isEqualTo(1);
    assertThat(second.node()).isEqualTo(first.node());
    assertThat(second.clockSequence()).isEqualTo(first.clockSequence());
    assertThat(UuidFields.of(uuids(6, manual).next()).node())
        .as("one node and its ticks for all of the process")
        .isEqualTo(first.node());
  }

  @Test
  void v1AndV6_givenNode_useItAndWarn() {
    long node = 0x9F6BDECED846L;
    for (UuidGenerator uuids : List.of(
        uuids(1, OptionalLong.of(node), manual).generator(),
        uuids(6, OptionalLong.of(node), manual).generator())) {
      assertThat(UuidFields.of(uuids.next()).node()).hasValue(node);
      assertThat(uuids.describe().warnings()).hasSize(1);
    }
    assertThat(new UuidSettings(1, OptionalLong.of(1L << 48), IdOrder.GENERATOR).faults("a"))
        .containsExactly("node is not 0 to 281474976710655: node=281474976710656");
  }

  @Test
  void ofMac_anyHost_isAnAddressOfThisHostOrThrows() throws Exception {
    Set<Long> addresses = new HashSet<>();
    for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
      byte[] mac = one.getHardwareAddress();
      if (mac != null && mac.length == 6) {
        addresses.add(new BigInteger(1, mac).longValueExact());
      }
    }
    try {
      assertThat(addresses).contains(UuidNode.ofMac());
    } catch (MintmarkException e) {
      assertThat(e).hasMessageEndingWith("has an address of 6 bytes; use a random node");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void suspend_anyKind_throwsUntilResumed(Kind kind) {
    Built<UuidGenerator> built = kind.built(manual);
    UuidGenerator uuids = built.generator();
    UUID before = uuids.next();
    built.lifecycle().suspend();
    assertThatThrownBy(uuids::next)
        .isInstanceOf(MintmarkException.class)
        .hasMessageStartingWith("ids are suspended for a checkpoint: generator=");
    built.lifecycle().resume();
    assertThat(uuids.next()).isNotEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"V1", "V6"})
  void next_manyGeneratorsOfOneNode_neverRepeats(Kind kind) {
    long node = 0x0123456789abL;
    Set<UUID> given = new HashSet<>();
    Set<UUID> random = new HashSet<>();
    for (int i = 0; i < 600; i++) {
      given.addAll(kind.generator(node, manual).nextBatch(50));
      random.addAll(kind.generator(manual).nextBatch(50));
    }
    assertThat(given).hasSize(30_000);
    assertThat(random).hasSize(30_000);
    assertThat(given)
        .allMatch(uuid -> (uuid.getLeastSignificantBits() & 0xffff_ffff_ffffL) == node);
  }

  @Test
  void resume_v1_changesClockSequenceAndNode() {
    Built<UuidGenerator> built = Kind.V1.built(manual);
    UuidGenerator uuids = built.generator();
    long before = uuids.next().getLeastSignificantBits();
    built.lifecycle().suspend();
    built.lifecycle().resume();
    assertThat(uuids.next().getLeastSignificantBits()).isNotEqualTo(before);
  }

  @Test
  void resume_v1UnderThreads_neverMixesOldBitsWithNewTicks() {
    Context local = Context.local();
    Built<UuidGenerator> built = Kind.V1.built(local);
    UuidGenerator uuids = built.generator();
    List<Set<UUID>> made = Race.run(3, thread -> {
      Set<UUID> own = new HashSet<>();
      for (int i = 0; i < 20_000; i++) {
        if (thread == 0 && i % 100 == 0) {
          built.lifecycle().suspend();
          built.lifecycle().resume();
        }
        own.add(uuids.next());
      }
      return own;
    });
    Set<UUID> all = new HashSet<>();
    made.forEach(all::addAll);
    assertThat(all).hasSize(60_000);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void next_countOutOfRange_isRefused(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    assertThatIllegalArgumentException().isThrownBy(() -> uuids.nextBatch(0));
    assertThatIllegalArgumentException().isThrownBy(() -> uuids.nextBatch(Generator.MAX_BATCH + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> uuids.nextBatchAsync(0));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void describe_anyKind_showsItsLayout(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    assertThat(uuids.name()).isEqualTo("test");
    assertThat(uuids.kind()).isEqualTo("uuid");
    assertThat(uuids.describe().facts().get("layout")).startsWith("version " + kind.version + ":");
    assertThat(uuids.describe().warnings()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nextAsync_anyKind_isCompleteAtOnceAndCounted(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    assertThat(uuids.nextBatchAsync(3).join()).hasSize(3).doesNotHaveDuplicates();
    assertThat(uuids.made()).isEqualTo(3);
  }

  @Test
  void v7_describe_showsCapacityPerSecond() {
    assertThat(uuids(7, manual).describe().facts())
        .containsEntry("capacity-per-second", "1048576000");
  }

  @Test
  void v7_batchOfAMillion_isAscending() {
    List<UUID> batch = new ArrayList<>(uuids(7, manual).nextBatch(1_000_000));
    for (int i = 1; i < batch.size(); i++) {
      if (Uuids.UNSIGNED.compare(batch.get(i), batch.get(i - 1)) <= 0) {
        throw new AssertionError("not ascending at " + i + ": " + batch.get(i));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "V1, none",
    "V6, 'compared as unsigned numbers, each UUID is above all earlier ones of this generator'"
  })
  void describe_timeVersions_showNodeAndOrder(Kind kind, String order) {
    assertThat(kind.generator(manual).describe().facts())
        .containsEntry("node", "random")
        .containsEntry("order", order)
        .containsEntry("capacity-per-second", "10000000")
        .containsEntry("time-ends", "5236-03-31T21:21:00.684Z");
    assertThat(kind.generator(7, manual).describe().facts()).containsEntry("node", "given");
  }

  @Test
  void describe_version7_showsItsOrder() {
    assertThat(describedOrder(IdOrder.GENERATOR))
        .isEqualTo(
            "compared as unsigned numbers, each UUID is above all earlier ones of this generator");
    assertThat(describedOrder(IdOrder.THREAD))
        .isEqualTo(
            "compared as unsigned numbers, each UUID is above all earlier ones of the same thread");
  }

  private String describedOrder(IdOrder order) {
    UuidSettings settings = new UuidSettings(7, OptionalLong.empty(), order);
    Generator ids = settings.make("test", manual).generator();
    return String.valueOf(ids.describe().facts().get("order"));
  }
}
