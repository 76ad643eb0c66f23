package io.mintmark.sequence;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.kind.IdCipher;
import io.mintmark.internal.store.PublishedCounter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Maps the positions of a sequence's line to the numbers of the sequence. The line is a counter in
 * the store, which counts positions from 0.
 *
 * <p>The count of positions follows from the maximum of the sequence. The mapping does not depend
 * on this count, which only limits how far this process uses the line. So {@link #text}, which must
 * be equal in all processes, does not contain the count. A process with a lower maximum ends
 * earlier than a process with a higher maximum. Both claim positions of one line, so each position
 * still belongs to a single owner and number. For this reason the maximum may be raised while other
 * processes still use the lower one.
 *
 * <p>An opaque sequence first applies a permutation to the positions, so two positions still have
 * two different numbers. The permutation depends on the count of positions and on the secret. If
 * either changed, a position could get a number that another position had before. So {@link #text}
 * contains both for an opaque sequence.
 *
 * @param first the number of position 0
 * @param step the difference between the numbers of two successive positions
 * @param span the number of positions after which the numbers of a cycle start over; 0 if they
 *     never do
 * @param positions the count of positions
 * @param hiding the permutation of an opaque sequence; empty if the sequence is not opaque
 */
record Numbering(long first, long step, long span, long positions, Optional<Hiding> hiding)
    implements WordEncoder {

  /**
   * The end of positions. It is far below the largest long, so that the counter of positions cannot
   * overflow when threads increase it past the end.
   */
  static final long MAX_POSITIONS = 1L << 62;

  /**
   * The permutation that hides the order of positions.
   *
   * @param permutation a permutation of all positions, or for a cycle of the positions in one span
   * @param count the number of positions in the permutation
   * @param identity the identity of the secret
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

  /**
   * Returns a numbering with the same numbers, in the order that a secret defines for a generator.
   */
  Numbering hidden(String name, IdCipher cipher) {
    long count = hideable();
    Hiding with = new Hiding(cipher.permutation(name, count - 1), count, cipher.identity());
    return new Numbering(first, step, span, positions, Optional.of(with));
  }

  /** Returns the count of different numbers, which is the size of a permutation of them. */
  long hideable() {
    return span == 0 ? positions : span;
  }

  /** Returns the remainder after division by the step, which is the same for all numbers. */
  long remainder() {
    return first % step;
  }

  boolean cycles() {
    return span != 0;
  }

  long number(long position) {
    long within = span == 0 ? position : position % span;
    return first + (hiding.isPresent() ? hiding.get().permutation.encrypt(within) : within) * step;
  }

  /** Returns the greatest number. */
  private long last() {
    return first + (hideable() - 1) * step;
  }

  /** Describes the end of the sequence, for messages. */
  String end() {
    return "last=" + last();
  }

  /**
   * Returns the number that an opaque sequence hides behind {@code number}. For any other sequence,
   * returns {@code number}.
   */
  long plain(String name, long number) {
    long position = (number - first) / step;
    if (number < first || number > last() || first + position * step != number) {
      throw new InvalidIdException(Message.of(
          "the number is not of this sequence: number={}, sequence={}, {}", number, name, facts()));
    }
    return hiding.map(with -> first + with.permutation.decrypt(position) * step).orElse(number);
  }

  /** Writes the numbers of successive positions. */
  @Override
  public void encode(long worker, long start, int count, long[] into, int from) {
    if (span != 0 || hiding.isPresent()) {
      for (int i = 0; i < count; i++) {
        into[from + i] = number(start + i);
      }
    } else {
      long number = number(start);
      for (int i = 0; i < count; i++) {
        into[from + i] = number + i * step;
      }
    }
  }

  /**
   * Returns the range of {@code count} numbers that ends with the number of {@code lastPosition}.
   */
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

  /**
   * Returns the position, {@code from} or higher, from which this sequence continues the numbers of
   * another system's counter.
   */
  long continuing(String name, PublishedCounter counter, long from) {
    String needed = needed(counter);
    if (!needed.isEmpty()) {
      throw new ConfigurationException(
          "sequence '" + name + "'",
          Message.of(
              "the sequence cannot continue the counter: counter is {}, next={}, step={}, the"
                  + " sequence has {}; it needs {}",
              counter.what(),
              counter.next(),
              counter.step(),
              facts(),
              needed));
    }
    long ahead = counter.next() <= first ? 0 : (counter.next() - 1 - first) / step + 1;
    return Math.max(from, ahead);
  }

  /** Returns what this sequence needs to continue a counter; empty if it can continue it. */
  private String needed(PublishedCounter counter) {
    if (hiding.isPresent()) {
      return "a start above the counter, as it is opaque, and would repeat the counter's numbers";
    }
    if (span != 0) {
      return "no cycle";
    }
    if (step % counter.step() != 0 || Math.floorMod(counter.next() - first, counter.step()) != 0) {
      // The counter skips numbers, because they belong to other writers. This sequence would make
      // these numbers.
      long offset = Math.floorMod(counter.next() - 1, counter.step()) + 1;
      return "step: " + counter.step() + ", offset: " + offset;
    }
    return counter.next() > last() ? "a higher maximum" : "";
  }

  /** Returns the facts for a description, in the order to show them. */
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

  /** Describes the order of the numbers, given the order of the positions. */
  String order(String ofPositions) {
    return hiding.isPresent() ? "hidden; with the key " + ofPositions : ofPositions;
  }

  /** Returns the settings that uniqueness and order depend on, as a text in one fixed form. */
  String text() {
    String plain =
        span == 0 ? "first=" + first + " step=" + step : "cycle=" + first + ".." + last();
    return plain + hiding.map(Hiding::text).orElse("");
  }
}
