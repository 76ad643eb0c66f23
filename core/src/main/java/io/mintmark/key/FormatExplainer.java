package io.mintmark.key;

import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.key.Field.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Explains formats: how many keys a format has, until when it can be used, why its keys are unique,
 * and which properties will change with time.
 */
final class FormatExplainer {

  private static final String EXAMPLE_ROUTE_ID = "user-42";
  private static final long WARN_DAYS = 365;
  private static final long NANOS_A_SECOND = 1_000_000_000;
  private static final long DAY_NANOS = 86_400L * NANOS_A_SECOND;

  private final KeyFormat format;
  private final LocalDateTime now;
  private final Map<String, String> facts = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private FormatExplainer(KeyFormat format, LocalDateTime now) {
    this.format = format;
    this.now = now;
  }

  /**
   * Explains a format.
   *
   * @param format the format of the keys
   * @param zone the zone of the local time in keys
   * @param layouts {@link Shards} by version; empty for keys without shards
   * @param start the lowest number in keys, 0 or 1
   * @param now the moment from which the remaining time is counted
   * @return the explanation
   */
  static KeyExplanation explain(
      KeyFormat format, ZoneId zone, Map<Integer, ?> layouts, long start, Instant now) {
    return new FormatExplainer(format, LocalDateTime.ofInstant(now, zone))
        .explain(zone, layouts, start);
  }

  private KeyExplanation explain(ZoneId zone, Map<Integer, ?> layouts, long start) {
    facts.put("format", format.toString());
    facts.put("length", Integer.toString(format.length()));
    boolean hasNumber = format.field(Kind.SEQ).isPresent();
    long first = hasNumber ? start : 0;
    if (hasNumber) {
      facts.put("start", Long.toString(first));
    }
    long capacity = format.capacity() - first;
    TimePattern time = format.time();
    if (time == null) {
      facts.put("capacity", Long.toString(capacity));
      facts.put("unique-by", "a number claimed on the store for each key");
    } else {
      facts.put("zone", zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId());
      addTime(time, capacity);
      String uniqueBy = format.workers() > 0
          ? "times that the process has claimed ahead for its worker number"
          : "a position that each key claims on the store";
      facts.put("unique-by", uniqueBy);
    }
    layouts.forEach((version, shards) -> facts.put("shards-" + version, shards.toString()));
    if (hasNumber
        && format.parts().stream().map(Field::alphabet).anyMatch(Alphabet.BASE_62::equals)) {
      remarks.add("upper and lower case differ: keep keys in a case-sensitive (binary) column");
    }
    return new KeyExplanation(
        example(layouts, first),
        format.fields(),
        Collections.unmodifiableMap(facts),
        List.copyOf(remarks),
        List.copyOf(warnings));
  }

  /** Returns the first key of the current tick, for an example route id if there are shards. */
  private String example(Map<Integer, ?> layouts, long start) {
    TimePattern time = format.time();
    long tick = time == null ? 0 : time.tick(now.toInstant(ZoneOffset.UTC).toEpochMilli());
    Map<String, String> variables = new LinkedHashMap<>();
    for (Field field : format.parts()) {
      if (field.kind() == Kind.VAR) {
        int at = Math.min(10, field.alphabet().length() - 1);
        variables.put(field.name(), field.alphabet().substring(at, at + 1).repeat(field.width()));
      }
    }
    long position = Math.min(tick, format.endTick() - 1) * format.capacity() + start;
    int version = layouts.keySet().stream().max(Comparator.naturalOrder()).orElse(0);
    Shards shards = layouts.get(version) instanceof Shards known ? known : Shards.of(1, 1);
    return Objects.requireNonNull(
        new KeyWriter(format, version, shards.tables(), () -> start, Optional.empty())
            .write(0, position, shards.shard(EXAMPLE_ROUTE_ID), variables));
  }

  private void addTime(TimePattern time, long capacity) {
    facts.put("tick", tick(time.tickNanos()));
    facts.put("capacity-per-tick", Long.toString(capacity));
    facts.put("capacity-per-second", perSecond(capacity, time.tickNanos()));
    if (format.workers() > 0) {
      facts.put("workers", "0.." + (format.workers() - 1));
    }
    LocalDateTime end = time.local(format.endTick());
    long days = ChronoUnit.DAYS.between(now, end);
    facts.put("time-ends", end.toString());
    facts.put("days-left", Long.toString(days));
    if (!time.hasFourDigits()) {
      remarks.add(
          "a two-digit year would repeat after 100 years: no key is made from " + end + " on");
    } else if (format.endTick() < time.endTick()) {
      remarks.add("positions have 62 bits for time and number: no key is made from " + end + " on");
    }
    if (days < WARN_DAYS) {
      warnings.add("the time ends on " + end + ": no key can be made from then on; move to a new"
          + " name with another format");
    }
  }

  /** Returns the capacity of a second. It fits into a long, because positions do until 2100. */
  private static String perSecond(long capacity, long tickNanos) {
    return tickNanos <= NANOS_A_SECOND
        ? Long.toString(capacity * (NANOS_A_SECOND / tickNanos))
        : String.format(Locale.ROOT, "%.3g", capacity * 1e9 / tickNanos);
  }

  private static String tick(long nanos) {
    if (nanos >= DAY_NANOS) {
      return nanos == DAY_NANOS ? "a day" : nanos > 31 * DAY_NANOS ? "a year" : "a month";
    }
    return nanos % 1_000_000 == 0
        ? SettingRange.text(Duration.ofNanos(nanos))
        : nanos / 1_000 + "us";
  }
}
