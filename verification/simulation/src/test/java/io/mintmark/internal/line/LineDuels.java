package io.mintmark.internal.line;

import io.mintmark.concurrency.Duel;
import io.mintmark.generator.IdOrder;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Threads that draw from one line while its range, its tick or its clock changes. */
public final class LineDuels {

  /** After this many ids, a thread takes slices of two positions. */
  private static final int IN_SLICES = 16;

  private static final Duration TICK = Duration.ofMillis(1);
  private static final Duration WINDOW = Duration.ofMillis(10);
  private static final Duration STEP = Duration.ofSeconds(30);

  /** A supplier for each duel, which makes a new duel for each race. */
  public static final List<Supplier<Duel<Long>>> ALL = List.of(
      () -> slices("slices of one window", line -> {}),
      () -> slices("the next tick ends the other thread's slice", line -> line.tickAfter(TICK)),
      () -> slices("the line is suspended under a slice", FastLine::suspendAndResume),
      LineDuels::slicesOfSegments,
      () -> segments("the next segment follows directly", ShortSegments.alone(), LineDuels::two),
      () -> segments("others claim in between", ShortSegments.shared(), LineDuels::two),
      () -> segments(
          "a call that waits meets one that does not",
          ShortSegments.shared(),
          line -> LineBatches.nextAsync(line, 3, LineDuels::list).join()),
      LineDuels::batches,
      () -> ticks("the next tick, within the window", 2, line -> line.tickAfter(TICK)),
      () -> ticks("the window is over", 40, line -> line.tickAfter(WINDOW)),
      () -> ticks("the clock steps back", 2, line -> line.tickAfterStepBack(STEP)));

  private LineDuels() {}

  private static Duel<Long> of(String name, Supplier<List<Long>> one, Supplier<List<Long>> other) {
    return new Duel<>(name, one, other, Comparator.naturalOrder(), id -> true);
  }

  private static Duel<Long> slices(String name, Consumer<FastLine> meanwhile) {
    FastLine line = new FastLine(IdOrder.THREAD);
    return of(name, () -> draw(IN_SLICES, line::next), () -> {
      meanwhile.accept(line);
      return draw(IN_SLICES, line::next);
    });
  }

  private static Duel<Long> slicesOfSegments() {
    LocalLine line = ShortSegments.sharedBySlices();
    Supplier<List<Long>> both = () -> draw(IN_SLICES, line::next);
    return new Duel<>(
        "segments end under slices", both, both, Comparator.naturalOrder(), ShortSegments::isOwned);
  }

  private static Duel<Long> segments(
      String name, LocalLine line, Function<LocalLine, List<Long>> other) {
    return of(name, () -> two(line), () -> other.apply(line));
  }

  private static Duel<Long> batches() {
    LocalLine line = ShortSegments.shared();
    return of("batches meet single draws", () -> list(LineBatches.next(line, 3)), () -> {
      long last = line.reserve(2);
      return List.of(last - 1, last, line.next());
    });
  }

  private static Duel<Long> ticks(String name, int batch, Consumer<FastLine> meanwhile) {
    FastLine line = new FastLine();
    return of(name, () -> batch == 2 ? draw(2, line::next) : list(line.next(batch)), () -> {
      meanwhile.accept(line);
      return draw(2, line::next);
    });
  }

  private static List<Long> two(LocalLine line) {
    return draw(2, line::next);
  }

  private static List<Long> draw(int count, LongSupplier line) {
    long[] ids = new long[count];
    for (int i = 0; i < count; i++) {
      ids[i] = line.getAsLong();
    }
    return list(ids);
  }

  private static List<Long> list(long... ids) {
    return LongStream.of(ids).boxed().toList();
  }
}
