package io.mintmark.key;

import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.key.Field.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
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
  private static final Duration LOOK_AHEAD = Duration.ofDays(366);

  private FormatExplainer() {}

  /**
   * Explains a format.
   *
   * @param format the format of the keys
   * @param zone the zone of the local time in keys
   * @param layouts the shard layouts by version; empty for keys without shards
   * @param start the lowest number in keys, 0 or 1
   * @param now the moment from which the remaining time is counted
   * @return the explanation
   */
  static KeyExplanation explain(
      KeyFormat format, ZoneId zone, Map<Integer, Shards> layouts, long start, Instant now) {
    Map<String, String> facts = new LinkedHashMap<>();
    List<String> remarks = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
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
    } else {
      facts.put("zone", zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId());
      time(format, time, capacity, LocalDateTime.ofInstant(now, zone), facts, remarks, warnings);
      repeatedHour(format, time, zone, now).ifPresent(text -> facts.put("repeated-hour", text));
    }
    facts.put("unique-by", uniqueBy(format));
    layouts.forEach((version, shards) -> facts.put("shards-" + version, shards.toString()));
    if (hasNumber && format.parts().stream().anyMatch(FormatExplainer::hasLowerCase)) {
      remarks.add("upper and lower case differ: keep keys in a case-sensitive (binary) column");
    }
    return new KeyExplanation(
        example(format, layouts, first, LocalDateTime.ofInstant(now, zone)),
        format.fields(),
        Collections.unmodifiableMap(facts),
        List.copyOf(remarks),
        List.copyOf(warnings));
  }

  /** Returns the first key of the current tick, for an example route id if there are shards. */
  private static String example(
      KeyFormat format, Map<Integer, Shards> layouts, long start, LocalDateTime now) {
    TimePattern time = format.time();
    long tick = time == null ? 0 : time.tick(now.toInstant(ZoneOffset.UTC).toEpochMilli());
    Map<String, String> variables = new LinkedHashMap<>();
    format.parts().forEach(field -> {
      if (field.kind() == Kind.VAR) {
        String most = field.alphabet().substring(Math.min(10, field.alphabet().length() - 1));
        variables.put(field.name(), most.substring(0, 1).repeat(field.width()));
      }
    });
    long last = Math.min(tick, format.endTick() - 1);
    int version = layouts.keySet().stream().max(Comparator.naturalOrder()).orElse(0);
    Shards shards = layouts.getOrDefault(version, Shards.of(1, 1));
    Route route = shards.route(EXAMPLE_ROUTE_ID);
    String key = new KeyWriter(format, version, shards.tables(), () -> start, Optional.empty())
        .write(
            0,
            last * format.capacity() + start,
            (long) route.database() * shards.tables() + route.table(),
            variables);
    return Objects.requireNonNull(key);
  }

  private static boolean hasLowerCase(Field field) {
    return (field.kind() == Kind.SEQ || field.kind() == Kind.VAR)
        && field.alphabet().chars().anyMatch(c -> c >= 'a' && c <= 'z');
  }

  private static void time(
      KeyFormat format,
      TimePattern time,
      long capacity,
      LocalDateTime now,
      Map<String, String> facts,
      List<String> remarks,
      List<String> warnings) {
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

  /**
   * Describes the effect on keys when the zone's clock is set back. The result is empty if the
   * zone's clock will not be set back, and for ticks of a day or longer.
   */
  private static Optional<String> repeatedHour(
      KeyFormat format, TimePattern time, ZoneId zone, Instant now) {
    ZoneOffsetTransition next = zone.getRules().nextTransition(now);
    while (next != null && !next.isOverlap() && next.getInstant().isBefore(now.plus(LOOK_AHEAD))) {
      next = zone.getRules().nextTransition(next.getInstant());
    }
    if (next == null || !next.isOverlap() || time.tickNanos() >= DAY_NANOS) {
      return Optional.empty();
    }
    String what = format.workers() > 0
        ? "processes continue under other worker numbers: have twice as many numbers as processes"
        : "keys continue with times up to " + next.getDuration().negated().toMinutes()
            + " minutes ahead, and reach the clock within a day if less than 95 % of the capacity"
            + " is used";
    return Optional.of(next.getInstant() + ": " + what);
  }

  private static String uniqueBy(KeyFormat format) {
    if (format.time() == null) {
      return "a number claimed on the store for each key";
    }
    return format.workers() > 0
        ? "times that the process has claimed ahead for its worker number"
        : "a position that each key claims on the store";
  }

  private static String perSecond(long capacity, long tickNanos) {
    return tickNanos <= NANOS_A_SECOND
        ? Long.toString(
            Math.multiplyHigh(capacity, NANOS_A_SECOND / tickNanos) == 0
                ? capacity * (NANOS_A_SECOND / tickNanos)
                : Long.MAX_VALUE)
        : String.format(Locale.ROOT, "%.3g", capacity * 1e9 / tickNanos);
  }

  private static String tick(long nanos) {
    if (nanos >= DAY_NANOS) {
      return nanos == DAY_NANOS ? "a day" : nanos > 31 * DAY_NANOS ? "a year" : "a month";
    }
    if (nanos >= NANOS_A_SECOND) {
      return Duration.ofNanos(nanos).toString().substring(2).toLowerCase(Locale.ROOT);
    }
    return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos / 1_000 + "us";
  }
}
