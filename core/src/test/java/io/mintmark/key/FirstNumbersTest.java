package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.store.ClaimStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that start at 1 never show number 0, wherever the claims for them begin. */
class FirstNumbersTest extends KeyProcesses {

  private static final String WORKER = "{time:yyMMddHHmmssSSS}{worker:1}{seq:1}";

  /** A name may even have both starts at once, as after the loss of its settings. */
  @ParameterizedTest
  @ValueSource(
      strings = {"{time:yyMMddHHmmssSSS}{seq:1}", WORKER, "{time:yyMMdd}{worker:1}{seq:3}"})
  void next_bothStartsOnTheSameLines_neverRepeat(String format) {
    Set<String> seen = new HashSet<>();
    try (Mintmark zero = process(new OwnSettings(memory));
        Mintmark one = process()) {
      KeyGenerator from0 = keys(zero, format, 0);
      KeyGenerator from1 = keys(one, format, 1);
      assertThat(seen.add(from0.next())).isTrue();
      for (int i = 0; i < 100; i++) {
        List<String> made = new ArrayList<>(from1.nextBatch(7));
        made.addAll(from0.nextBatch(4));
        made.add(from1.next());
        assertThat(seen.addAll(made)).isTrue();
        assertThat(seen).hasSize(1 + 12 * (i + 1));
        time.advance(Duration.ofMillis(3));
      }
    }
  }

  /** A store that keeps the settings of a process apart from those of the other processes. */
  private static final class OwnSettings extends ForwardingStore {

    OwnSettings(ClaimStore store) {
      super(store);
    }

    private static String own(String line) {
      return line.startsWith("spec/") ? "own/" + line : line;
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      return super.compareAndSet(own(line), expected, next);
    }

    @Override
    public long position(String line) {
      return super.position(own(line));
    }

    @Override
    public void annotate(String line, String note) {
      super.annotate(own(line), note);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{time:yyMMddHHmmssSSS}{seq:1}", WORKER})
  void next_tinyShortTick_hasNineNumbersAndContinuesInTheNext(String format) {
    try (Mintmark mint = process()) {
      KeyGenerator keys = keys(mint, format);
      List<String> made = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        made.add(keys.next());
      }
      made.addAll(keys.nextBatch(1_000));
      made.addAll(keys.nextBatchAsync(100).join());
      byte[] texts = new byte[500 * keys.format().length()];
      keys.fill(KeyRequest.PLAIN, java.nio.ByteBuffer.wrap(texts));
      String all = new String(texts, StandardCharsets.US_ASCII);
      for (int at = 0; at < all.length(); at += keys.format().length()) {
        made.add(all.substring(at, at + keys.format().length()));
      }

      assertThat(made)
          .hasSize(1_700)
          .doesNotHaveDuplicates()
          .isSorted()
          .noneMatch(k -> k.endsWith("0"));
      assertThat(keys.made()).isEqualTo(1_700);
      long last = KeyTextTest.position(keys.format(), made.get(1_699))
          - KeyTextTest.position(keys.format(), made.get(0));
      assertThat(last).isEqualTo(1_699 / 9 * 10 + 1_699 % 9);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{time:yyMMddHHmmss}{worker:1}{seq:3}", "{time:yyMMddHHmm}{worker:1}{seq:3}"})
  void next_orderByThread_hasNoNumberZero(String format) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator keys =
          mint.keys("k", k -> k.format(format).maxAhead(Duration.ofHours(2)).order(IdOrder.THREAD));
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 3_000; i++) {
        String key = keys.next();
        assertThat(seen.add(key)).isTrue();
        assertThat(keys.parse(key).number()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{time:yyyyMMdd}{seq:1}", "{time:yyyyMMdd}{worker:1}{seq:1}"})
  void next_tinyDay_hasNineNumbersThenFails(String format) {
    try (Mintmark mint = process()) {
      KeyGenerator keys = mint.keys(
          "k",
          k -> (format.contains("worker") ? k.workers(0, 0) : k).format(format).zone("UTC"));
      for (int day = 0; day < 3; day++) {
        assertThatThrownBy(() -> keys.nextBatch(10)).isInstanceOf(ExhaustedException.class);
        assertThat(keys.nextBatch(9))
            .extracting(key -> keys.parse(key).number())
            .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThatThrownBy(keys::next).isInstanceOf(TickExhaustedException.class);
        time.advance(Duration.ofDays(1));
      }
    }
  }

  @Test
  void next_minutesOfAWorkerInWholeBatches_neverHaveNumberZero() {
    try (Mintmark mint = process()) {
      KeyGenerator keys = mint.keys(
          "k", k -> k.format("{time:yyMMddHHmm}{worker:1}{seq:2}").window(Duration.ofMinutes(10)));
      Set<String> seen = new HashSet<>();
      for (int minute = 0; minute < 60; minute++) {
        for (int count : new int[] {33, 66}) {
          List<String> batch = keys.nextBatch(count);
          assertThat(batch)
              .extracting(key -> key.substring(0, 10))
              .containsOnly(batch.get(0).substring(0, 10));
          seen.addAll(batch);
        }
        time.advance(Duration.ofMinutes(1));
      }
      assertThat(seen).hasSize(60 * 99).noneMatch(key -> key.endsWith("00"));
    }
  }

  @Test
  void next_otherProcessMovesTheLineDuringABatch_batchIsComplete() {
    int[] moves = {50};
    store.beforeDelivery(() -> {
      if (moves[0]-- > 0) {
        memory.claim("key/k", 0, 1 + moves[0] % 7);
      }
    });
    try (Mintmark mint = process()) {
      KeyGenerator keys = keys(mint, "{time:yyMMddHHmmssSSS}{seq:1}");
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        List<String> batch = keys.nextBatch(1 + i % 20);
        assertThat(batch).hasSize(1 + i % 20).noneMatch(key -> key.endsWith("0"));
        assertThat(seen.addAll(batch)).isTrue();
      }
    }
  }

  @Test
  void next_poolOfBothStarts_isShared() {
    try (Mintmark mint = process()) {
      KeyGenerator old = mint.keys("old", k -> k.format(WORKER).workerPool("p").start(0));
      KeyGenerator made = mint.keys("new", k -> k.format(WORKER).workerPool("p"));
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 200; i++) {
        assertThat(seen.addAll(List.of(old.next(), made.next()))).isTrue();
        time.advance(Duration.ofMillis(1));
      }
      assertThat(seen).hasSize(400);
    }
  }
}
