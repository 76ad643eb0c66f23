package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.store.LineStore;
import java.util.function.LongSupplier;

/**
 * Creates local lines for the kinds of generators. A {@link LocalLine} hands out the positions that
 * were claimed on a line (a named, durable counter in the store).
 */
public final class LocalLines {

  private LocalLines() {}

  /**
   * Creates the local line of a generator with worker numbers. Its positions are claimed in windows
   * (spans of time), on the line of any idle worker number.
   *
   * @param name the generator's name, for messages
   * @param form how positions become ids
   * @param store the store that holds the lines
   * @param lines the common prefix of the lines' names, and the rules that map time to positions
   * @param windows the available worker numbers, and how far ahead to claim
   * @param context provides clocks, background threads, the deadline, and the random generator that
   *     chooses the numbers to probe
   * @return a line that has claimed nothing yet
   */
  public static LocalLine workers(
      String name,
      IdForm form,
      LineStore store,
      TimedLines lines,
      WindowRules windows,
      Context context) {
    RangeSource source = new WorkerLines(store, lines, windows, context);
    return new LocalLine(name, form, source, lines.rules(), context);
  }

  /**
   * The rules by which positions that stand for times become ids.
   *
   * @param code inserts the worker number into the id
   * @param numberStart chooses the number with which each new tick (the unit of time in an id)
   *     begins, below the capacity
   * @param order the order of ids: over all calls, or only within each thread
   */
  public record IdForm(PositionCode code, LongSupplier numberStart, IdOrder order) {

    /**
     * The form in which the id is the position, each tick begins with number 0, and each id of a
     * line is greater than all earlier ids.
     */
    public static final IdForm PLAIN = plain(IdOrder.GENERATOR);

    /**
     * Returns the form in which the id is the position, and each tick begins with number 0.
     *
     * @param order the order of ids: over all calls, or only within each thread
     * @return the form
     */
    public static IdForm plain(IdOrder order) {
      return new IdForm(PositionCode.PLAIN, TickRules.ALL, order);
    }
  }

  /**
   * Gives a line all positions from now on. After a suspension, the line requests only positions
   * above those that it has used, so no position is given twice.
   */
  record AllPositions(String name, TickRules rules) implements RangeSource {

    @Override
    public Claimed claim(ClaimRequest request) {
      if (request.otherFloor() >= rules.end()) {
        throw new ExhaustedException(
            "the time bits have run out: generator=" + name + "; no id issued");
      }
      return new Claimed(0, request.otherFloor(), rules.end(), -1);
    }

    @Override
    public boolean isLocal() {
      return true;
    }
  }

  /**
   * Creates a local line whose positions need no claim, because only this object makes ids from
   * them. If the clock steps back, by any amount, the line continues to count from its last
   * position.
   *
   * @param name the generator's name, for messages
   * @param rules how time becomes positions
   * @param form how positions become ids
   * @param context provides the clocks and the deadline
   * @return a line
   */
  public static LocalLine unclaimed(String name, TickRules rules, IdForm form, Context context) {
    return new LocalLine(name, form, new AllPositions(name, rules), rules, context);
  }
}
