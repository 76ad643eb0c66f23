package io.mintmark.inspect;

import io.mintmark.internal.key.KeyField;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a reading. */
final class ReadingBuilder {

  /** A time is doubtful if it is further ahead of the clock than this. */
  private static final Duration LARGEST_SKEW = Duration.ofDays(1);

  private final String kind;
  private final String title;
  private Optional<Instant> time = Optional.empty();
  private Optional<String> doubt = Optional.empty();
  private final Map<String, String> fields = new LinkedHashMap<>();
  private final List<BitField> bits = new ArrayList<>();
  private List<KeyField> characters = List.of();

  ReadingBuilder(String kind, String title, String id) {
    this.kind = kind;
    this.title = title;
    fields.put("id", id);
  }

  /**
   * Sets the time, and adds a doubt if it is before {@code earliest} or more than a day after
   * {@code now}.
   */
  ReadingBuilder time(Instant made, Instant earliest, Instant now) {
    time = Optional.of(made);
    if (made.isBefore(earliest)) {
      doubt = Optional.of("its time is before " + earliest + ", the earliest that is likely");
    } else if (made.isAfter(now.plus(LARGEST_SKEW))) {
      doubt = Optional.of(
          "its time is ahead of the clock, which shows " + now.truncatedTo(ChronoUnit.SECONDS));
    }
    return this;
  }

  ReadingBuilder doubt(String reason) {
    doubt = Optional.of(reason);
    return this;
  }

  ReadingBuilder field(String name, String value) {
    fields.put(name, value);
    return this;
  }

  /**
   * Splits a value into its bits.
   *
   * @param layout the names and widths of its parts, from the highest bits to the lowest, for
   *     example {@code time:48 random:80:hex}. A part with a radix, {@code decimal} or {@code hex},
   *     is also added as a field; hex digits have leading zeros
   * @param words the value, in words of 64 bits, the highest first
   */
  ReadingBuilder bits(String layout, long... words) {
    BigInteger value = BigInteger.ZERO;
    for (long word : words) {
      value = value.shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(word)));
    }
    List<String[]> parts =
        Arrays.stream(layout.split(" ", -1)).map(part -> part.split(":", -1)).toList();
    int left = parts.stream().mapToInt(part -> Integer.parseInt(part[1])).sum();
    for (String[] part : parts) {
      int width = Integer.parseInt(part[1]);
      left -= width;
      BigInteger own = value.shiftRight(left).mod(BigInteger.ONE.shiftLeft(width));
      bits.add(new BitField(part[0], width, own.toString()));
      if (part.length > 2) {
        String digits = own.toString(part[2].equals("hex") ? 16 : 10);
        int zeros = part[2].equals("hex") ? (width + 3) / 4 - digits.length() : 0;
        fields.put(part[0], "0".repeat(zeros) + digits);
      }
    }
    return this;
  }

  /** Adds the time, the doubt, the bits and the further fields of an id within this id. */
  ReadingBuilder within(Reading inner) {
    time = inner.time();
    doubt = inner.doubt();
    bits.addAll(inner.bits());
    inner.fields().forEach(fields::putIfAbsent);
    return this;
  }

  /** Sets the fields of a readable key's text. */
  ReadingBuilder characters(List<KeyField> places) {
    characters = places;
    return this;
  }

  Reading reading() {
    return new Reading(kind, title, time, doubt, fields, bits, characters, Map.of());
  }
}
