package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ticks of a node around a snapshot, for all generators that share the node. */
final class NodeTicksTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-21T00:00:00Z"));

  /**
   * Runs at the next reading of the clock. At this moment, a call has read the node, but has not
   * taken a tick yet.
   */
  private Runnable atNextReading = () -> {};

  private final InstantSource wall = () -> {
    Runnable now = atNextReading;
    atNextReading = () -> {};
    now.run();
    return time.wall().instant();
  };

  private final Context context = new Context(
      wall,
      time.elapsed(),
      false,
      Runnable::run,
      Duration.ofSeconds(1),
      () -> new SplittableRandom(1));

  private final Map<Integer, Built<UuidGenerator>> made = new HashMap<>();

  private Built<UuidGenerator> built(int version) {
    return made.computeIfAbsent(version, number -> uuids("v" + number, number));
  }

  private Built<UuidGenerator> uuids(String name, int version) {
    return new UuidSettings(version, OptionalLong.empty(), IdOrder.GENERATOR).make(name, context);
  }

  private UUID next(int version) {
    return built(version).generator().next();
  }

  private List<UUID> batch(int version, int count) {
    return built(version).generator().nextBatch(count);
  }

  /** The node is drawn when the line has been suspended, so each copy of the process draws it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void suspend_oneOfTwoGenerators_otherKeepsItsNodeUntilItIsSuspended(int version) {
    UUID before = next(version);
    built(version).lifecycle().suspend();
    UUID meanwhile = next(7 - version);
    assertThat(nodeIs(meanwhile, before)).isFalse();
    built(7 - version).lifecycle().suspend();

    assertThatThrownBy(() -> next(version)).isInstanceOf(StoreUnavailableException.class);
    CompletableFuture<List<UUID>> held = built(version).generator().nextBatchAsync(2);
    assertThat(held).isNotDone();

    made.values().forEach(each -> each.lifecycle().resume());
    time.advance(Duration.ofMillis(20));
    UUID after = next(version);
    assertThat(held.join()).hasSize(2).allMatch(uuid -> nodeIs(uuid, after));
    assertThat(nodeIs(after, before) || nodeIs(after, meanwhile)).isFalse();
    assertThat(nodeIs(next(7 - version), after)).isTrue();
  }

  /** The ticks that the call has taken may be in every copy, so their UUIDs are made again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void resume_whileACallTakesTicks_makesItsUuidsOfTheNewNode(int version) {
    Set<Long> nodes = new HashSet<>();
    nodes.add(next(version).getLeastSignificantBits());

    snapshotAtNextReading(version);
    UUID one = next(version);
    assertThat(nodeIs(next(version), one)).isTrue();
    nodes.add(one.getLeastSignificantBits());

    snapshotAtNextReading(version);
    List<UUID> batch = batch(version, 3);
    UUID after = next(version);
    assertThat(batch).hasSize(3).allMatch(uuid -> nodeIs(uuid, after));
    nodes.add(after.getLeastSignificantBits());

    snapshotAtNextReading(version);
    List<UUID> async = built(version).generator().nextBatchAsync(3).join();
    UUID last = next(version);
    assertThat(async).hasSize(3).allMatch(uuid -> nodeIs(uuid, last));
    nodes.add(last.getLeastSignificantBits());
    assertThat(nodes).hasSize(4);
  }

  private void snapshotAtNextReading(int version) {
    time.advance(Duration.ofMillis(1));
    atNextReading = () -> {
      built(version).lifecycle().suspend();
      built(version).lifecycle().resume();
    };
  }

  private static boolean nodeIs(UUID uuid, UUID other) {
    return uuid.getLeastSignificantBits() == other.getLeastSignificantBits();
  }

  /**
   * Generators of both versions take their ticks from the same node. Equal ticks would represent
   * the same UUID twice.
   */
  @Test
  void next_bothVersionsAtOneMoment_showTicksOfThisMillisecondAndEachAnother() {
    Instant now = time.wall().instant();
    List<Instant> shown = new ArrayList<>();
    for (int version : new int[] {1, 6, 1, 6}) {
      UUID uuid = next(version);
      assertThat(uuid.version()).isEqualTo(version);
      assertThat(nodeIs(uuid, next(1))).isTrue();
      shown.add(UuidFields.of(uuid).time().orElseThrow());
    }
    assertThat(shown).doesNotHaveDuplicates().allMatch(each -> each.isBefore(now.plusMillis(1)));
  }

  /** The second generator has not seen the later time, but does not wait for it. */
  @Test
  void next_clockSteppedBackBeforeAnotherGeneratorsFirstCall_continuesAfterAllTicks() {
    UUID first = next(6);
    time.stepWall(Duration.ofHours(-1));
    UUID other = uuids("late", 6).generator().next();

    assertThat(Uuids.UNSIGNED.compare(first, other)).isNegative();
    assertThat(Uuids.UNSIGNED.compare(first, next(6))).isNegative();
  }

  @Test
  void fill_twoBusyGenerators_areAheadOfTheClockByASecondAtMost() {
    long[] words = new long[2 * 10_000];
    for (int i = 0; i < 2_400; i++) {
      built(i % 2 == 0 ? 1 : 6).generator().fill(words);
      UUID last = new UUID(words[words.length - 2], words[words.length - 1]);
      Instant shown = UuidFields.of(last).time().orElseThrow();
      assertThat(shown).isBefore(time.wall().instant().plusMillis(1_001));
    }
  }

  /** Ticks of all sizes. No bit of a tick is lost when a UUID is written and read. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void v1AndV6_anyTickAndNode_areReadBack(int version) {
    SplittableRandom random = new SplittableRandom(version);
    for (int i = 0; i < 1_000; i++) {
      long tick = random.nextLong() >>> (4 + random.nextInt(60));
      int clockSequence = random.nextInt(1 << 14);
      long node = random.nextLong() >>> 16;
      long high = version == 1 ? UuidBits.highOfV1(tick) : UuidBits.highOfV6(tick);
      UUID uuid = new UUID(high, UuidBits.low(clockSequence, node));
      UuidFields fields = UuidFields.of(uuid);
      assertThat(fields.time().orElseThrow())
          .as("seed=%d, tick=%d", version, tick)
          .isEqualTo(UuidBits.GREGORIAN_EPOCH
              .plusSeconds(tick / 10_000_000)
              .plusNanos(tick % 10_000_000 * 100));
      assertThat(fields.clockSequence()).hasValue(clockSequence);
      assertThat(fields.node()).hasValue(node);
      assertThat(uuid.variant()).isEqualTo(2);
    }
  }
}
