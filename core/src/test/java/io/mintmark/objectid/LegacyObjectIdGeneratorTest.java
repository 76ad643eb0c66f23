package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.line.Context;
import io.mintmark.objectid.LineObjectIds.IdLayout;
import io.mintmark.testkit.ManualTime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("suspends every generator of the JVM")
class LegacyObjectIdGeneratorTest {

  private static final Instant START = Instant.parse("2011-06-11T03:11:40Z");
  private static final int MACHINE = 0x2cdcd209;

  private final ManualTime time = new ManualTime(START);

  @Test
  void next_driverLayout_carriesTheMachineAndCounts() {
    LegacyObjectIdGenerator ids =
        MachineObjectIds.ofDriver("old", MACHINE, () -> MACHINE, context(time.wall()));
    DriverFields first = ids.next().driverFields();
    assertThat(first.seconds()).isEqualTo(START.getEpochSecond());
    assertThat(first.machine()).isEqualTo(MACHINE);
    assertThat(ids.next().driverFields().inc()).isEqualTo(first.inc() + 1);
  }

  @Test
  void next_fieldsLayout_carriesMachineAndProcess() {
    LegacyObjectIdGenerator ids =
        MachineObjectIds.ofFields("old", 0xfcdcd2, 0xf936, context(time.wall()));
    LegacyFields fields = ids.next().legacyFields();
    assertThat(fields.machine()).isEqualTo(0xfcdcd2);
    assertThat(fields.process()).isEqualTo(0xf936);
    assertThat(ids.next().legacyFields().counter()).isEqualTo((fields.counter() + 1) & 0xffffff);
  }

  @Test
  void next_countsUsedUp_waitsForTheNextSecond() {
    LegacyObjectIdGenerator small = small(time.wall());
    Set<ObjectId> made = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      made.add(small.next());
    }
    assertThat(time.wall().instant()).isEqualTo(START);
    ObjectId fifth = small.next();
    made.add(fifth);
    assertThat(fifth.time()).isEqualTo(START.plusSeconds(1));
    assertThat(made).hasSize(5);
  }

  @Test
  void next_batchOverSeveralSeconds_neverRepeats() {
    LegacyObjectIdGenerator small = small(time.wall());
    List<ObjectId> batch = small.nextBatch(18);
    assertThat(batch).hasSize(18).doesNotHaveDuplicates();
    assertThat(batch.get(17).time()).isEqualTo(START.plusSeconds(4));
    assertThat(small.nextTextBatch(2)).allMatch(ObjectId::isValid);
  }

  @Test
  void next_clockDoesNotAdvance_failsWithinTheTimeout() {
    LegacyObjectIdGenerator small = small(InstantSource.fixed(START));
    small.nextBatch(4);
    long before = time.elapsed().nanos();
    assertThatThrownBy(small::next)
        .isInstanceOf(TickExhaustedException.class)
        .hasMessage("all numbers of this tick are used: aheadMs=1000 past maxAheadMs=0, capacity=4"
            + " a tick of 1000 ms, generator=old; no id issued");
    assertThat(time.elapsed().nanos() - before).isLessThan(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void next_clockBack_freezesTheSecond() {
    LegacyObjectIdGenerator ids =
        MachineObjectIds.ofDriver("old", MACHINE, () -> MACHINE, context(time.wall()));
    DriverFields before = ids.next().driverFields();
    time.stepWall(Duration.ofHours(-1));
    assertThat(ids.next().driverFields())
        .isEqualTo(new DriverFields(before.seconds(), MACHINE, before.inc() + 1));
  }

  @Test
  void calls_ofEveryForm_countOnAndAreCounted() {
    LegacyObjectIdGenerator ids =
        MachineObjectIds.ofDriver("old", MACHINE, () -> MACHINE, context(time.wall()));
    assertThat(ids.name()).isEqualTo("old");
    assertThat(ids.kind()).isEqualTo("objectid");
    List<ObjectId> all = new ArrayList<>(List.of(ids.next()));
    all.addAll(ids.nextBatch(2));
    all.addAll(ids.nextBatchAsync(2).join());
    byte[] array = new byte[3 * ObjectId.BYTES];
    ids.fill(ByteBuffer.wrap(array));
    ByteBuffer buffer = ByteBuffer.allocate(50).order(ByteOrder.LITTLE_ENDIAN).position(7);
    ids.fill(buffer.limit(7 + 2 * ObjectId.BYTES));
    assertThat(buffer.position()).isEqualTo(7 + 2 * ObjectId.BYTES);
    for (int at = 0; at < array.length; at += ObjectId.BYTES) {
      all.add(ObjectId.fromBytes(Arrays.copyOfRange(array, at, at + ObjectId.BYTES)));
    }
    for (int at = 7; at < buffer.limit(); at += ObjectId.BYTES) {
      all.add(ObjectId.fromBytes(Arrays.copyOfRange(buffer.array(), at, at + ObjectId.BYTES)));
    }
    int first = all.get(0).driverFields().inc();
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).driverFields())
          .isEqualTo(new DriverFields((int) START.getEpochSecond(), MACHINE, first + i));
    }
    assertThat(all).hasSize(10);
    assertThat(ids.made()).isEqualTo(10);
  }

  @Test
  void next_countOutOfRange_isRefused() {
    LegacyObjectIdGenerator ids = LegacyObjectIdGenerator.ofFields("old", 1, 2);
    for (int count : new int[] {0, Generator.MAX_BATCH + 1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> ids.nextBatch(count));
      assertThatIllegalArgumentException().isThrownBy(() -> ids.nextBatchAsync(count));
    }
    assertThat(ids.made()).isZero();
    assertThat(ids.next().legacyFields().machine()).isEqualTo(1);
  }

  /** All counts are equal by chance with a probability of 2^-72. */
  @Test
  void next_ofSeveralGenerators_beginsAtRandomCounts() {
    Set<Integer> counts = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      LegacyObjectIdGenerator ids = MachineObjectIds.ofFields("old", 1, 2, context(time.wall()));
      counts.add(ids.next().legacyFields().counter());
    }
    assertThat(counts).hasSizeGreaterThan(1);
  }

  @Test
  void ofFields_fieldsTooWide_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LegacyObjectIdGenerator.ofFields("old", 1 << 24, 0))
        .withMessage("the field does not fit its bits: machine=16777216, bits=24");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LegacyObjectIdGenerator.ofFields("old", 0, -1));
  }

  @Test
  void ofDriver_machineFound_isTheSameWithinAProcess() {
    int machine = LegacyObjectIdGenerator.ofDriver("old").next().driverFields().machine();
    assertThat(LegacyObjectIdGenerator.ofDriver("old").next().driverFields().machine())
        .isEqualTo(machine);
  }

  @Test
  void describe_any_warnsOfEqualMachines() {
    assertThat(LegacyObjectIdGenerator.ofDriver("old", 1).describe().warnings()).hasSize(1);
  }

  /** Otherwise two copies would continue from the same count. */
  @Test
  void afterRestore_sameSecond_beginsInALaterOneFromAnotherCount() {
    LegacyObjectIdGenerator ids = MachineObjectIds.ofFields("old", 1, 2, context(time.wall()));
    LegacyFields before = ids.next().legacyFields();
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();

    LegacyFields after = ids.next().legacyFields();

    assertThat(after.seconds()).isEqualTo(before.seconds() + 1);
    assertThat(after.counter()).isNotEqualTo(before.counter() + 1);
    assertThat(List.of(after.machine(), after.process())).containsExactly(1, 2);
  }

  @Test
  void afterRestore_machineFound_isFoundAgain() {
    LegacyObjectIdGenerator ids =
        MachineObjectIds.ofDriver("old", MACHINE, () -> 77, context(time.wall()));
    assertThat(ids.next().driverFields().machine()).isEqualTo(MACHINE);
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
    assertThat(ids.next().driverFields().machine()).isEqualTo(77);
  }

  @Test
  void afterRestore_machineGiven_isTheSame() {
    LegacyObjectIdGenerator ids = LegacyObjectIdGenerator.ofDriver("old", MACHINE);
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
    assertThat(ids.next().driverFields().machine()).isEqualTo(MACHINE);
  }

  @Test
  void beforeSnapshot_noRestore_throwsWithTheReason() {
    LegacyObjectIdGenerator ids =
        MachineObjectIds.ofDriver("old", MACHINE, () -> MACHINE, context(time.wall()));
    Mintmark.beforeSnapshot();
    try {
      CompletableFuture<List<ObjectId>> waiting = ids.nextBatchAsync(1);
      assertThatThrownBy(ids::next)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage("ids are suspended for a checkpoint: generator=old; no id issued");
      assertThat(waiting).isCompletedExceptionally();
    } finally {
      Mintmark.afterRestore();
    }
  }

  /** Every copy has the ids that a batch made before the snapshot, so the batch starts again. */
  @Test
  void nextBatch_snapshotMeanwhile_startsOver() {
    AtomicInteger readings = new AtomicInteger();
    LegacyObjectIdGenerator small = small(() -> {
      if (readings.incrementAndGet() == 2) {
        Mintmark.beforeSnapshot();
        Mintmark.afterRestore();
      }
      return time.wall().instant();
    });

    List<ObjectId> batch = small.nextBatch(10);

    assertThat(batch).hasSize(10).doesNotHaveDuplicates();
    assertThat(batch.get(0).time()).isAfter(START);
  }

  @Test
  void next_callerInterrupted_doesNotWait() {
    LegacyObjectIdGenerator small = small(InstantSource.fixed(START));
    small.nextBatch(4);
    Thread.currentThread().interrupt();
    assertThatThrownBy(small::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("interrupted while waiting: generator=old; no id issued");
    assertThat(Thread.interrupted()).isTrue();
  }

  private Context context(InstantSource wall) {
    return new Context(
        wall,
        time.elapsed(),
        false,
        Runnable::run,
        Duration.ofSeconds(5),
        () -> new SplittableRandom(1));
  }

  private LegacyObjectIdGenerator small(InstantSource clock) {
    long fields = (long) MACHINE << 32;
    return new MachineObjectIds(
        "old", IdLayout.of("small", 2), fields, () -> fields, context(clock));
  }
}
