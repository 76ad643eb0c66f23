package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.uuid.UuidGeneratorTest.Kind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All forms of calls for UUIDs, in every state of their generator. */
class UuidCallsTest extends ManualUuids {

  @ParameterizedTest
  @EnumSource(names = {"V1", "V6"})
  void fill_timeVersions_useConsecutiveTicksAndAreCounted(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    UUID first = uuids.next();
    long[] longs = new long[6];
    uuids.fill(longs);
    ByteBuffer bytes = ByteBuffer.allocate(40).position(4).limit(36);
    uuids.fill(bytes);
    assertThat(bytes.position()).isEqualTo(36);
    List<UUID> all = new ArrayList<>(List.of(first));
    for (int i = 0; i < 6; i += 2) {
      all.add(new UUID(longs[i], longs[i + 1]));
    }
    all.add(new UUID(bytes.getLong(4), bytes.getLong(12)));
    all.add(new UUID(bytes.getLong(20), bytes.getLong(28)));
    all.addAll(uuids.nextBatchAsync(2).join());
    for (int i = 0; i < all.size(); i++) {
      assertThat(UuidFields.of(all.get(i)).time().orElseThrow())
          .isEqualTo(UuidFields.of(first).time().orElseThrow().plusNanos(100L * i));
      assertThat(all.get(i).version()).isEqualTo(kind.version);
      assertThat(all.get(i).getLeastSignificantBits()).isEqualTo(first.getLeastSignificantBits());
    }
    assertThat(uuids.made()).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void fill_anyKind_hasItsVersionAndIsCounted(Kind kind) {
    UuidGenerator uuids = kind.generator(manual);
    long[] longs = new long[20];
    uuids.fill(longs);
    ByteBuffer bytes = ByteBuffer.allocate(160);
    uuids.fill(bytes);
    assertThat(bytes.position()).isEqualTo(160);
    Set<UUID> all = new HashSet<>(Set.of(uuids.next()));
    for (int i = 0; i < 20; i += 2) {
      all.add(new UUID(longs[i], longs[i + 1]));
      all.add(new UUID(bytes.getLong(8 * i), bytes.getLong(8 * i + 8)));
    }
    assertThat(all).hasSize(21);
    assertThat(all).allMatch(uuid -> uuid.version() == kind.version && uuid.variant() == 2);
    assertThat(uuids.made()).isEqualTo(21);
  }

  /** Closing does not end the ticks, because other generators share them. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void close_anyKind_refusesEveryCall(Kind kind) {
    Built<UuidGenerator> built = kind.built(manual);
    UuidGenerator uuids = built.generator();
    built.lifecycle().close();
    assertThatThrownBy(uuids::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> uuids.fill(new long[2])).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> uuids.fill(ByteBuffer.allocate(16)))
        .isInstanceOf(ClosedException.class);
    assertThat(uuids.nextBatchAsync(1)).isCompletedExceptionally();
    assertThat(uuids.made()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nextAsync_suspended_isCompleteOnceResumed(Kind kind) {
    Built<UuidGenerator> built = kind.built(patient());
    UuidGenerator uuids = built.generator();
    built.lifecycle().suspend();
    CompletableFuture<List<UUID>> waiting = uuids.nextBatchAsync(3);
    assertThat(waiting).isNotDone();
    built.lifecycle().resume();
    assertThat(waiting).succeedsWithin(Duration.ofSeconds(60));
    assertThat(waiting.join()).hasSize(3).doesNotHaveDuplicates();
    assertThat(uuids.made()).isEqualTo(3);
  }

  /** Returns a context that waits on the system's elapsed clock, for up to a minute. */
  private Context patient() {
    return new Context(
        time.wall(),
        ElapsedClock.system(),
        false,
        Runnable::run,
        Duration.ofMinutes(1),
        SplittableRandom::new);
  }
}
