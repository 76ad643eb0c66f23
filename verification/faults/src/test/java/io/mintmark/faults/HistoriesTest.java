package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.rigs.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoriesTest {

  private final long since = System.nanoTime();

  @TempDir
  private Path folder;

  @Test
  void judge_allInOrder_findsNothing() throws IOException {
    write(Kind.STRICT, "0", 1, 2, 5);
    write(Kind.STRICT, "server", 7, 8);
    assertThat(order(Kind.STRICT, Set.of())).isEmpty();
    assertThat(judgeRepeats(Kind.STRICT)).isEqualTo(new Histories.Judgement(5, List.of()));
  }

  @Test
  void judgeRepeats_anIdOfTwoProcesses_isARepeat() throws IOException {
    write(Kind.SNOWFLAKE, "0", 1, 2, 5);
    write(Kind.SNOWFLAKE, "1", 3, 5);
    assertThat(judgeRepeats(Kind.SNOWFLAKE).findings())
        .singleElement()
        .asString()
        .contains("ids repeat", "5 ids, 1 of them repeat");
  }

  @Test
  void judgeOrder_processesThatOvertakeOneAnother_isWrongForAStrictSequenceAlone()
      throws IOException {
    for (Kind kind : ordered()) {
      write(kind, "0", 10_000, 20_000);
      write(kind, "1", 14_000, 24_000);
      boolean strict = kind == Kind.STRICT || kind == Kind.CLAIMED_KEY;
      assertThat(order(kind, Set.of())).as("%s", kind).hasSize(strict ? 1 : 0);
    }
  }

  @Test
  void judgeOrder_oneThreadGoesBack_isWrongForEachKindThatRises() throws IOException {
    for (Kind kind : ordered()) {
      write(kind, "0", 20_000, 10_000);
      assertThat(order(kind, Set.of()))
          .singleElement()
          .asString()
          .contains("order broken", "kind=" + kind, "swapped=1");
    }
  }

  @Test
  void judgeOrder_aThreadGoesBackBehindAnotherOfItsProcess_isWrongForEachKindThatRises()
      throws IOException {
    for (Kind kind : ordered()) {
      try (CallFile file = CallFile.create(folder, kind, "0")) {
        write(kind, file, 0, 20_000);
        write(kind, file, 1, 10_000);
      }
      assertThat(order(kind, Set.of()))
          .singleElement()
          .asString()
          .contains("order broken", "kind=" + kind, "swapped=1");
    }
  }

  @Test
  void judgeOrder_aKindThatDoesNotRise_isNeverWrong() throws IOException {
    write(Kind.OPAQUE, "0", 20_000, 10_000);
    write(Kind.OBJECT_ID, "0", 20_000, 10_000);
    assertThat(order(Kind.OPAQUE, Set.of())).isEmpty();
    assertThat(order(Kind.OBJECT_ID, Set.of())).isEmpty();
  }

  @Test
  void judgeOrder_aBatchThatRises_findsNothing() throws IOException {
    for (Kind kind : ordered()) {
      writeBatch(kind, 10_000, 20_000, 30_000);
      assertThat(order(kind, Set.of())).isEmpty();
    }
  }

  @Test
  void judgeOrder_aBatchThatFalls_isWrongForEachKindThatRises() throws IOException {
    for (Kind kind : ordered()) {
      writeBatch(kind, 10_000, 30_000, 20_000);
      assertThat(order(kind, Set.of()))
          .containsExactly("order broken within batches: kind=" + kind + ", process=0, ids=1");
    }
  }

  @Test
  void judgeRepeats_eachKind_findsTheSameIdOfTwoProcessesAlone() throws IOException {
    for (Kind kind : Kind.values()) {
      writeBatch(kind, 10_000, 20_000, 30_000);
      write(kind, "1", 40_000);
      assertThat(judgeRepeats(kind)).isEqualTo(new Histories.Judgement(4, List.of()));
      write(kind, "2", 20_000);
      assertThat(judgeRepeats(kind).findings())
          .singleElement()
          .asString()
          .contains("ids repeat: kind=" + kind, "5 ids, 1 of them repeat");
    }
  }

  @Test
  void position_ofAUuid_isItsTimeAndItsCounter() {
    UUID earlier = UUID.fromString("01890a5d-ac96-7fff-bfc0-ffffffffffff");
    UUID later = UUID.fromString("01890a5d-ac97-7000-8040-000000000000");
    assertThat(position(later) - position(earlier)).isEqualTo((1L << 20) + 1 - 0xfffff);
    assertThat(Kind.UUID_7.text(later.getMostSignificantBits(), later.getLeastSignificantBits()))
        .isEqualTo(later.toString());
  }

  private static long position(UUID uuid) {
    return Kind.UUID_7.position(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  @Test
  void judgeOrder_aProcessThatHopped_mayMakeIdsOfAnEarlierTime() throws IOException {
    write(Kind.SNOWFLAKE, "3", 20_000, 10_000);
    write(Kind.SEGMENTED, "3", 20_000, 10_000);
    assertThat(order(Kind.SNOWFLAKE, Set.of("3"))).isEmpty();
    assertThat(order(Kind.SNOWFLAKE, Set.of("2"))).hasSize(1);
    assertThat(order(Kind.SEGMENTED, Set.of("3"))).hasSize(1);
  }

  @Test
  void judgeOrder_aKeyOfAnotherWorker_isComparedByTimeAndNumber() throws IOException {
    write(Kind.WORKER_KEY, "0", 5_07_1, 5_02_2, 6_01_0);
    assertThat(order(Kind.WORKER_KEY, Set.of())).isEmpty();
  }

  @Test
  void judgeOrder_aPartBelowTheOneBefore_isWrongForAStrictSequenceAlone() throws IOException {
    for (Kind kind : Kind.values()) {
      Histories histories = new Histories(folder, since);
      write(kind, "0", 10_000, 30_000);
      assertThat(histories.judgeOrder(kind, Set.of()).findings()).isEmpty();
      write(kind, "1", 40_000);
      assertThat(histories.judgeOrder(kind, Set.of()).findings()).isEmpty();
      write(kind, "2", 20_000, 50_000);
      boolean strict = kind == Kind.STRICT || kind == Kind.CLAIMED_KEY;
      assertThat(histories.judgeOrder(kind, Set.of()).findings())
          .as("%s", kind)
          .hasSize(strict ? 1 : 0);
    }
  }

  @Test
  void judgeRepeats_anIdOfAnotherPart_isARepeat() throws IOException {
    Histories histories = new Histories(folder, since);
    write(Kind.SEGMENTED, "0", 1, 2, 5);
    assertThat(histories.judgeOrder(Kind.SEGMENTED, Set.of()).calls()).isEqualTo(3);
    write(Kind.SEGMENTED, "1", 3, 5);
    assertThat(histories.judgeOrder(Kind.SEGMENTED, Set.of()).calls()).isEqualTo(2);
    assertThat(histories.judgeRepeats(Kind.SEGMENTED).findings())
        .singleElement()
        .asString()
        .contains("ids repeat", "5 ids, 1 of them repeat");
  }

  @Test
  void judgeOrder_aTimeBeforeTheStart_isRefused() throws IOException {
    write(Kind.STRICT, "0", 1);
    Histories late = new Histories(folder, System.nanoTime());
    assertThatThrownBy(() -> late.judgeOrder(Kind.STRICT, Set.of()))
        .hasMessageContaining("times of processes cannot be compared");
  }

  @Test
  void nanoTime_ofAnotherProcess_liesBetweenReadingsOfThisOne() {
    try (ChildJvm child = ChildJvm.of(Reader.class).start()) {
      child.hear();
      long before = System.nanoTime();
      child.tell("what time is it");
      long there = Long.parseLong(child.hear());
      assertThat(there - before).isPositive();
      assertThat(System.nanoTime() - there).isPositive();
    }
  }

  private Histories.Judgement judgeRepeats(Kind kind) {
    return new Histories(folder, since).judgeRepeats(kind);
  }

  private List<String> order(Kind kind, Set<String> hopped) {
    return new Histories(folder, since).judgeOrder(kind, hopped).findings();
  }

  private void writeBatch(Kind kind, long... values) throws IOException {
    try (CallFile file = CallFile.create(folder, kind, "0")) {
      long start = System.nanoTime();
      file.add(start, System.nanoTime(), 0, words(kind, values));
    }
  }

  /** One thread's calls, one after another. */
  private void write(Kind kind, String process, long... values) throws IOException {
    try (CallFile file = CallFile.create(folder, kind, process)) {
      for (long value : values) {
        write(kind, file, 0, value);
      }
    }
  }

  private static void write(Kind kind, CallFile file, int thread, long value) throws IOException {
    long start = System.nanoTime();
    file.add(start, System.nanoTime(), thread, words(kind, value));
    // So that the next call begins later, however coarse the clock is.
    for (long now = System.nanoTime(); now - start <= 0; now = System.nanoTime()) {
      Thread.onSpinWait();
    }
  }

  /** The id of a kind in which what rises is in proportion to a value. */
  private static long[] words(Kind kind, long... values) {
    return LongStream.of(values)
        .flatMap(value -> kind == Kind.UUID_7
            ? LongStream.of(value << 16, Long.MIN_VALUE)
            : LongStream.of(0, value))
        .toArray();
  }

  private static List<Kind> ordered() {
    return Stream.of(Kind.values()).filter(kind -> kind.order() != Order.NONE).toList();
  }

  /** Says its time when it is asked. */
  static final class Reader {

    private Reader() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println("ready");
      while (System.in.read() != '\n') {
        Thread.onSpinWait();
      }
      System.out.println(System.nanoTime());
    }
  }
}
