package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.Context;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  private final NodeTicks ticks = NodeTicks.of(OptionalLong.empty(), context);

  private UUID next(int version) {
    return batch(version, 1).get(0);
  }

  private List<UUID> batch(int version, int count) {
    long[] words = new long[2 * count];
    ticks.fill(version, words);
    return UuidBits.uuids(words);
  }

  /**
   * Otherwise each copy of the snapshot would make the same UUIDs until it learns of its restore.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void suspend_theNodeAlone_givesNoTickUntilResumed(int version) {
    UUID before = next(version);
    ticks.suspend();

    assertThatThrownBy(() -> next(version)).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> batch(version, 2)).isInstanceOf(StoreUnavailableException.class);
    CompletableFuture<List<UUID>> held = ticks.nextAsync(version, 2);
    assertThat(held).isNotDone();

    ticks.resume();
    time.advance(Duration.ofMillis(20));
    assertThat(held.join()).hasSize(2).doesNotContain(before, next(version));
  }

  /** The node that the call has read is in every copy, and its tick may be in every copy too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void resume_whileACallHasSeenTheNode_makesItsUuidsOfTheNewOne(int version) {
    Set<Long> nodes = new HashSet<>();
    nodes.add(next(version).getLeastSignificantBits());

    atNextReading = this::snapshot;
    UUID one = next(version);
    assertThat(next(version).getLeastSignificantBits()).isEqualTo(one.getLeastSignificantBits());
    nodes.add(one.getLeastSignificantBits());

    atNextReading = this::snapshot;
    List<UUID> batch = batch(version, 3);
    UUID after = next(version);
    assertThat(batch).hasSize(3).allMatch(uuid -> nodeIs(uuid, after));
    nodes.add(after.getLeastSignificantBits());

    atNextReading = this::snapshot;
    List<UUID> async = ticks.nextAsync(version, 3).join();
    UUID last = next(version);
    assertThat(async).hasSize(3).allMatch(uuid -> nodeIs(uuid, last));
    nodes.add(last.getLeastSignificantBits());
    assertThat(nodes).hasSize(4);
  }

  private void snapshot() {
    ticks.suspend();
    ticks.resume();
  }

  private static boolean nodeIs(UUID uuid, UUID other) {
    return uuid.getLeastSignificantBits() == other.getLeastSignificantBits();
  }

  /**
   * Both versions take their ticks from the same counter. Equal ticks would represent the same UUID
   * twice.
   */
  @Test
  void next_bothVersionsAtOneMoment_showTheClocksTickAndEachAnother() {
    Instant now = time.wall().instant();
    List<Instant> shown = new ArrayList<>();
    for (int version : new int[] {1, 6, 1, 6}) {
      UUID uuid = next(version);
      assertThat(uuid.version()).isEqualTo(version);
      shown.add(UuidFields.of(uuid).time().orElseThrow());
    }
    assertThat(shown)
        .containsExactly(now, now.plusNanos(100), now.plusNanos(200), now.plusNanos(300));
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
      UUID uuid = version == 1
          ? new UUID(UuidBits.highOfV1(tick), UuidBits.low(clockSequence, node))
          : UuidBits.v6(tick, clockSequence, node);
      UuidFields fields = UuidFields.of(uuid);
      assertThat(fields.time().orElseThrow())
          .as("seed=%d, tick=%d", version, tick)
          .isEqualTo(UuidBits.GREGORIAN_EPOCH
              .plusSeconds(tick / 10_000_000)
              .plusNanos(tick % 10_000_000 * 100));
      assertThat(fields.clockSequence()).hasValue(clockSequence);
      assertThat(fields.node()).hasValue(node);
      assertThat(fields.variant()).isEqualTo(2);
    }
  }

  @Test
  void v6_tickOfMoreThanItsBits_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> UuidBits.v6(1L << 60, 0, 0));
  }
}
