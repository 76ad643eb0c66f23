package io.mintmark.sequence;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.IdCipher;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.store.PublishedCounter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which number a position is.
 *
 * <p>How many positions there are has no part in that. It only says where this use ends, so it is
 * not in {@link #text}, which all processes must agree on: one with a lower maximum ends earlier,
 * one with a higher goes on, and what both own are positions of one line, each with one owner and
 * one number. A maximum may be raised while others still run with the lower one.
 *
 * <p>An opaque sequence puts a permutation of its positions before that: two positions still have
 * two numbers. A permutation belongs to a count of positions. So how many there are, and which
 * secret chose it, are in the text of an opaque one: with either changed, a position could get a
 * number that another one had before.
 *
 * @param first the number of position 0
 * @param step from one position's number to the next's
 * @param span after how many positions the numbers start over; 0 for never
 * @param positions how many positions there are
 * @param hiding the permutation of an opaque sequence
 */
record Numbering(long first, long step, long span, long positions, Optional<Hiding> hiding)
    implements WordEncoder {

  /** Positions stay below this, so that no counter of them can wrap while threads run past it. */
  static final long MAX_POSITIONS = 1L << 62;

  /**
   * How positions are hidden.
   *
   * @param permutation of all positions of a sequence that counts up, of the span of a cycle
   * @param count how many those are
   * @param identity of the secret
   */
  record Hiding(IdCipher.Permutation permutation, long count, String identity) {

    String text() {
      return " opaque=" + identity + "/" + count;
    }
  }

  static Numbering counting(long first, long step, long maximum) {
    long positions = maximum < first ? 0 : (maximum - first) / step + 1;
    return new Numbering(
        first,
        step,
        0,
        positions < 0 ? MAX_POSITIONS : Math.min(positions, MAX_POSITIONS),
        Optional.empty());
  }

  static Numbering cycle(long min, long max) {
    return new Numbering(min, 1, max - min + 1, MAX_POSITIONS, Optional.empty());
  }

  /** The same numbers, in the order that a secret chooses for a generator. */
  Numbering hidden(String name, IdCipher cipher) {
    long count = hideable();
    Hiding with = new Hiding(cipher.permutation(name, count - 1), count, cipher.identity());
    return new Numbering(first, step, span, positions, Optional.of(with));
  }

  /** How many different numbers there are, which is what a permutation can hide one among. */
  long hideable() {
    return span == 0 ? positions : span;
  }

  /** The remainder by the step, which all its numbers share unless it cycles. */
  long remainder() {
    return first % step;
  }

  boolean cycles() {
    return span != 0;
  }

  long number(long position) {
    long within = span == 0 ? position : position % span;
    return first + (hiding.isPresent() ? hide(within) : within) * step;
  }

  /** The greatest number. */
  private long last() {
    return first + (hideable() - 1) * step;
  }

  /** What people know the end by, for messages. */
  String end() {
    return "last=" + last();
  }

  private long hide(long position) {
    return hiding.orElseThrow().permutation.encrypt(position);
  }

  /** What the number would be if it were not hidden. */
  long plain(String name, long number) {
    long position = (number - first) / step;
    if (number < first || number > last() || first + position * step != number) {
      throw new InvalidIdException(Message.of(
          "the number is none of this sequence's: number={}, sequence={}, {}",
          number,
          name,
          facts()));
    }
    return hiding.map(with -> first + with.permutation.decrypt(position) * step).orElse(number);
  }

  /** Writes the numbers of positions that follow each other. */
  @Override
  public void encode(long worker, long start, int count, long[] into, int from) {
    if (hiding.isPresent()) {
      for (int i = 0; i < count; i++) {
        into[from + i] = number(start + i);
      }
      return;
    }
    // A cycle is written round by round, and all other sequences are within one.
    for (int done = 0; done < count; ) {
      long position = start + done;
      long leftInRound = span == 0 ? count : span - position % span;
      int some = (int) Math.min(count - done, leftInRound);
      count(number(position), some, into, from + done);
      done += some;
    }
  }

  private void count(long number, int count, long[] into, int from) {
    for (int i = 0; i < count; i++) {
      into[from + i] = number + i * step;
    }
  }

  /** Returns reserved numbers by the position of their last one. */
  LongRange range(long lastPosition, long count) {
    long last = number(lastPosition);
    return new LongRange(last - count + 1, last + 1);
  }

  void checkReserve(String name, long count) {
    if (span != 0 || step != 1 || hiding.isPresent()) {
      throw new UnsupportedOperationException(Message.of(
          "a sequence with a step or a cycle, or an opaque one, cannot give numbers without a gap:"
              + " sequence={}, {}; none was taken",
          name,
          text()));
    }
    if (count < 1 || count > SequenceBuilder.MAX_RESERVE) {
      throw new IllegalArgumentException(Message.of(
          "the count is not 1 to {}: count={}, sequence={}; none was taken",
          SequenceBuilder.MAX_RESERVE,
          count,
          name));
    }
  }

  /** Where the line has to stand, at {@code from} or above, to go on where a counter stands. */
  long continuing(String name, PublishedCounter counter, long from) {
    if (hiding.isPresent()) {
      throw new ConfigurationException(
          "sequence '" + name + "'",
          Message.of(
              "an opaque sequence cannot go on as a counter does, as it would make the numbers"
                  + " again that the counter gave: counter is {}; give it a start above them",
              counter.what()));
    }
    String fault = counter.cycleEnd().isPresent()
        ? cycleFault(counter.cycleEnd().getAsLong())
        : countingFault(counter);
    if (!fault.isEmpty()) {
      throw new ConfigurationException(
          "sequence '" + name + "'",
          "the sequence cannot go on as the counter does: counter is "
              + counter.what()
              + ", next="
              + counter.next()
              + ", "
              + fault);
    }
    if (span != 0) {
      return from + Math.floorMod(counter.next() - first - from, span);
    }
    long ahead = counter.next() <= first ? 0 : (counter.next() - 1 - first) / step + 1;
    return Math.max(from, ahead);
  }

  private String cycleFault(long end) {
    return first == 1 && span == end
        ? ""
        : "starts over at 1 after " + end + ", the sequence has " + text() + "; it needs cycle: 1.."
            + end;
  }

  private String countingFault(PublishedCounter counter) {
    if (span != 0) {
      return "does not start over, the sequence has " + text() + "; it needs no cycle";
    }
    if (step % counter.step() != 0 || Math.floorMod(counter.next() - first, counter.step()) != 0) {
      // The numbers between are those of other writers that interleave with this one.
      return "step="
          + counter.step()
          + ", the sequence has "
          + text()
          + "; it needs step: "
          + counter.step()
          + ", offset: "
          + (Math.floorMod(counter.next() - 1, counter.step()) + 1);
    }
    return counter.next() > last()
        ? "the sequence ends at " + last() + "; it needs a higher maximum"
        : "";
  }

  /** What there is to know, in the order to show it. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    if (span == 0) {
      facts.put("first", Long.toString(first));
      facts.put("step", Long.toString(step));
      facts.put("last", Long.toString(last()));
    } else {
      facts.put("cycle", first + ".." + last());
    }
    hiding.ifPresent(with -> facts.put("opaque", with.identity));
    return facts;
  }

  /** What to tell people of the numbers' order, where that of the positions is known. */
  String order(String ofPositions) {
    return hiding.isPresent() ? "hidden; by the key " + ofPositions : ofPositions;
  }

  /** Writes the settings that bear on uniqueness and order, in one fixed form. */
  String text() {
    String plain =
        span == 0 ? "first=" + first + " step=" + step : "cycle=" + first + ".." + last();
    return plain + hiding.map(Hiding::text).orElse("");
  }
}
