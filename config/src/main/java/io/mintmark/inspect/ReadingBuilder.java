package io.mintmark.inspect;

import io.mintmark.key.KeyField;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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

  ReadingBuilder bits(String name, int width, long value) {
    bits.add(new BitField(name, width, Long.toUnsignedString(value)));
    return this;
  }

  /**
   * Adds a field of over 64 bits. {@code low} has the lowest 64 bits, and {@code high} the others.
   */
  ReadingBuilder bits(String name, int width, long high, long low) {
    BigInteger value = new BigInteger(Long.toUnsignedString(high))
        .shiftLeft(Long.SIZE)
        .or(new BigInteger(Long.toUnsignedString(low)));
    bits.add(new BitField(name, width, value.toString()));
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
