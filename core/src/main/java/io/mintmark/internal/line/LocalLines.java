package io.mintmark.internal.line;

import io.mintmark.generator.IdOrder;
import io.mintmark.store.ClaimStore;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Makes local lines for each use. */
public final class LocalLines {

  private LocalLines() {}

  /**
   * Makes a line of a sequence's positions, claimed in segments.
   *
   * @param name the generator's name, for messages
   * @param store the store that holds the line
   * @param line the line's name
   * @param rules where the line ends and how segments are sized
   * @param context clocks, background threads and deadline
   * @return a line that has claimed nothing yet
   */
  public static LocalLine sequence(
      String name, ClaimStore store, String line, SegmentRules rules, Context context) {
    Segments source = new Segments(
        store,
        line,
        rules.positions(),
        rules.numbers(),
        new SegmentSize(rules.duration(), rules.minimum(), rules.maximum(), context.elapsed()),
        context.ends());
    return new LocalLine(name, IdForm.plain(rules.order()), source, null, context);
  }

  /**
   * The rules for claiming a sequence's line.
   *
   * @param positions where the line ends for this use, exclusive
   * @param numbers the end as users know it, for messages, for example {@code last=99}
   * @param duration how long a segment should last; with zero, each claim takes only the positions
   *     that a call needs
   * @param minimum the shortest segment
   * @param maximum the longest segment
   * @param order among which calls numbers rise
   */
  public record SegmentRules(
      long positions,
      String numbers,
      Duration duration,
      long minimum,
      long maximum,
      IdOrder order) {}

  /**
   * Makes a line of worker numbers' positions, claimed in windows, on any idle number.
   *
   * @param name the generator's name, for messages
   * @param form how positions become ids
   * @param store the store that holds the lines
   * @param lines the lines' names up to the number, and how time becomes positions
   * @param windows which numbers, and how far ahead
   * @param context clocks, background threads, deadline, and the random generator that chooses the
   *     numbers to probe
   * @return a line that has claimed nothing yet
   */
  public static LocalLine workers(
      String name,
      IdForm form,
      ClaimStore store,
      TimedLines lines,
      WindowRules windows,
      Context context) {
    TickRules rules = lines.rules();
    RangeSource source = new WorkerLines(
        store,
        lines.name(),
        rules,
        windows,
        context.elapsed(),
        context.randoms().get(),
        context.note());
    return new LocalLine(name, form, source, rules, context);
  }

  /**
   * How positions in time become ids.
   *
   * @param code how the worker number is inserted into the id
   * @param numberStart the number at which each new tick starts, below the capacity
   * @param order among which calls ids rise
   */
  public record IdForm(PositionCode code, LongSupplier numberStart, IdOrder order) {

    /** The id is the position, numbers start at 0, and all ids of a line rise. */
    public static final IdForm PLAIN = plain(IdOrder.GENERATOR);

    /**
     * The id is the position, and numbers start at 0.
     *
     * @param order among which calls ids rise
     * @return the form
     */
    public static IdForm plain(IdOrder order) {
      return new IdForm(PositionCode.PLAIN, new Zero(), order);
    }
  }

  private static final class Zero implements LongSupplier {

    @Override
    public long getAsLong() {
      return 0;
    }
  }

  /**
   * Makes a line of positions that need no claim, because only this object makes ids from them. The
   * clock may step back by any amount: the line then continues counting from its last position.
   *
   * @param name the generator's name, for messages
   * @param rules how time becomes positions
   * @param form how positions become ids
   * @param context clocks and deadline
   * @return a line
   */
  public static LocalLine unclaimed(String name, TickRules rules, IdForm form, Context context) {
    return new LocalLine(name, form, null, rules, context);
  }
}
