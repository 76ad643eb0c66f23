package io.mintmark.opaque;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.sequence.Sequence;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.testkit.Race;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sequences whose order is hidden. Each number still occurs once, and each name has its own key.
 */
final class OpaqueSequenceTest {

  private static final OpaqueKey KEY = key("00112233445566778899aabbccddeeff");
  private static final OpaqueKey OTHER = key("ffeeddccbbaa99887766554433221100");

  private final MemoryStore store = new MemoryStore();

  private static OpaqueKey key(String hex) {
    return OpaqueKey.of(HexFormat.of().parseHex(hex));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void numbers_wholeSequence_eachOnce(boolean strict) {
    int start = 500;
    int count = 1_000_007;
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence orders = mint.sequence("orders", s -> {
        s.opaque(KEY).start(start).maximum(start + count - 1);
        if (strict) {
          s.strict(true);
        }
      });
      BitSet seen = new BitSet();
      for (int left = count; left > 0; left -= 1_000) {
        for (long id : orders.nextBatch(Math.min(left, 1_000))) {
          assertThat(id).isBetween((long) start, start + count - 1L);
          assertThat(seen.get((int) id)).isFalse();
          seen.set((int) id);
        }
      }
      assertThat(seen.cardinality()).isEqualTo(count);
      assertThatThrownBy(orders::next).isInstanceOf(ExhaustedException.class);
    }
  }

  @Test
  void decode_ids_returnsTheNumbersInOrder() {
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence plain = mint.sequence("plain", s -> s.step(3).offset(2));
      Sequence opaque = mint.sequence("opaque", s -> s.step(3).offset(2).opaque(KEY));
      for (int i = 0; i < 100; i++) {
        long number = plain.next();
        long id = opaque.next();
        assertThat(id % 3).isEqualTo(2);
        assertThat(id).isNotEqualTo(number);
        assertThat(opaque.decode(id)).isEqualTo(number);
        assertThat(plain.decode(number)).isEqualTo(number);
      }
      assertThat(opaque.decode(opaque.nextBatchAsync(1).join()[0])).isEqualTo(302);
    }
  }

  @Test
  void ids_ofSeveralProcesses_areUniqueAndReadableByAll() {
    Consumer<SequenceBuilder> settings = s -> s.opaque(KEY).maximum(9_999_999_999L);
    List<long[]> all = Race.run(4, process -> {
      try (Mintmark mint = Mintmark.open(store)) {
        return mint.sequence("orders", settings).nextBatch(5_000);
      }
    });
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence orders = mint.sequence("orders", settings);
      assertThat(all.stream().flatMapToLong(Arrays::stream).distinct().count()).isEqualTo(20_000);
      assertThat(all).allSatisfy(ids -> {
        long[] numbers = Arrays.stream(ids).map(orders::decode).toArray();
        assertThat(numbers).isSorted();
        assertThat(ids).isNotEqualTo(numbers);
      });
    }
  }

  @Test
  @Tag("long")
  void cycle_opaque_returnsAllNumbersInEachRound() {
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence cycle =
          mint.sequence("cycle", s -> s.cycle(10, 1_000_009).strict(false).opaque(KEY));
      long[] first = cycle.nextBatch(1_000_000);
      long[] second = cycle.nextBatch(1_000_000);

      assertThat(second).isEqualTo(first);
      assertThat(Arrays.stream(first).distinct().count()).isEqualTo(1_000_000);
      assertThat(Arrays.stream(first)).allMatch(id -> id >= 10 && id <= 1_000_009);
      assertThat(cycle.decode(first[41])).isEqualTo(51);
    }
  }

  @Test
  void sequences_interleaved_keepOffsetsAndDecode() {
    try (Mintmark one = Mintmark.open(store);
        Mintmark two = Mintmark.open(new MemoryStore())) {
      Sequence joined = Sequence.interleaved(List.of(
          one.sequence("tickets", s -> s.step(2).offset(1).opaque(KEY)),
          two.sequence("tickets", s -> s.step(2).offset(2).opaque(OTHER))));
      for (int i = 0; i < 20; i++) {
        assertThat(joined.decode(joined.next())).isBetween(1L, 20L);
      }
    }
  }

  @Test
  void name_otherKeyOrMaximumOrNone_throws() {
    use(s -> s.opaque(KEY).maximum(10_000_000));
    for (Consumer<SequenceBuilder> changed : List.<Consumer<SequenceBuilder>>of(
        s -> s.opaque(OTHER).maximum(10_000_000),
        s -> s.opaque(KEY).maximum(10_000_001),
        s -> s.opaque(KEY).maximum(10_000_000).start(2),
        s -> s.maximum(10_000_000))) {
      assertThatThrownBy(() -> use(changed)).isInstanceOf(SettingsMismatchException.class);
    }
    use(s -> s.opaque(key("00112233445566778899aabbccddeeff")).maximum(10_000_000));
  }

  /** The test replaces a leaked key as docs/guides/opaque.md describes. */
  @Test
  void newKey_newNameAboveTheOldRange_isRecognisedById() {
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence orders = mint.sequence("orders", s -> s.opaque(KEY).maximum(9_999_999_999L));
      Sequence next = mint.sequence(
          "orders-2", s -> s.opaque(OTHER).start(10_000_000_000L).maximum(19_999_999_999L));
      for (int i = 1; i <= 1_000; i++) {
        long old = orders.next();
        long later = next.next();
        assertThat(old).isLessThan(10_000_000_000L);
        assertThat(later).isBetween(10_000_000_000L, 19_999_999_999L);
        assertThat(orders.decode(old)).isEqualTo(i);
        assertThat(next.decode(later)).isEqualTo(9_999_999_999L + i);
        assertThatThrownBy(() -> orders.decode(later)).isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> next.decode(old)).isInstanceOf(InvalidIdException.class);
      }
    }
  }

  private void use(Consumer<SequenceBuilder> settings) {
    try (Mintmark mint = Mintmark.open(store)) {
      mint.sequence("orders", settings).next();
    }
  }

  @Test
  void key_inDescriptionsAndNotes_isOnlyItsIdentity() {
    // Background tasks run in the caller's thread, so the note is written before the sequence is
    // returned.
    try (Mintmark mint = Surroundings.SYSTEM
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .open()) {
      Sequence orders = mint.sequence("orders", s -> s.opaque(KEY).maximum(10_000_000));

      assertThat(orders.describe().facts())
          .containsEntry("opaque", KEY.identity())
          .containsEntry("order", "hidden; with the key within this process")
          .containsEntry("last", "10000000");
      assertThatThrownBy(() -> mint.sequence("orders", s -> s.opaque(OTHER)))
          .hasMessageContaining(KEY.identity())
          .hasMessageNotContaining("00112233");
      assertThat(orders.next()).isBetween(1L, 10_000_000L);
      assertThat(store.line("spec/orders").orElseThrow().note())
          .contains("opaque=" + KEY.identity() + "/10000000")
          .doesNotContain("00112233");
    }
  }

  @Test
  void sequence_withTooFewNumbers_isRefused() {
    try (Mintmark mint = Mintmark.open(store)) {
      assertThatThrownBy(() -> mint.sequence("few", s -> s.opaque(KEY).maximum(999_999)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage("sequence 'few': an opaque sequence needs more numbers:"
              + " numbers=999999 < 1000000");
    }
  }

  @Test
  void reserve_opaqueSequence_throws() {
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence orders = mint.sequence("orders", s -> s.opaque(KEY));
      assertThatThrownBy(() -> orders.reserve(2))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("an opaque one, cannot give numbers without a gap");
    }
  }

  @Test
  void decode_notAnId_throws() {
    try (Mintmark mint = Mintmark.open(store)) {
      Sequence orders =
          mint.sequence("orders", s -> s.opaque(KEY).start(10).step(10).maximum(100_000_000));
      for (long none : new long[] {-10, 0, 15, 100_000_010, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThatThrownBy(() -> orders.decode(none))
            .isInstanceOf(InvalidIdException.class)
            .hasMessageContaining("not of this sequence: number=" + none);
      }
      assertThat(orders.decode(100_000_000)).isBetween(10L, 100_000_000L);
    }
  }
}
