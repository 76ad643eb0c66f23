package io.mintmark.key;

import io.mintmark.internal.store.Spec;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The settings of keys that bear on uniqueness, and on finding rows.
 *
 * <p><b>In a worker scope</b> two generators' keys are made from different positions, or under
 * different worker numbers. Time, worker and number stand in each key. If keys of one length have
 * these three in the same places, written alike, then equal keys have equal ones, and one position
 * of one worker was claimed by one generator: whatever else their formats have. Keys of different
 * lengths differ anyway. So each length in a scope has one set of places.
 *
 * <p><b>A zone</b> of one offset has many names, which print the same local time: {@code Z}, {@code
 * UTC}, {@code Etc/UTC}. A fingerprint of any of them is taken, as stores hold it.
 *
 * @param format what keys look like
 * @param zone whose local time they print
 * @param layouts the shard layouts by version
 * @param secret what hides the numbers; nothing if they are not hidden. In a scope it is one of the
 *     things that are written alike: by another secret, two numbers could be hidden as one
 */
record KeySpecs(KeyFormat format, ZoneId zone, Map<Integer, Shards> layouts, String secret) {

  private static final List<String> PREFIXES = List.of("UTC", "GMT", "UT");

  /**
   * Tells them all.
   *
   * @param name the generator's name
   * @param scope whose worker numbers are used
   * @param sharedScope what {@code scope} adds to the settings of the name
   * @return the name's own first
   */
  List<Spec> of(String name, String scope, String sharedScope) {
    List<Spec> specs = new ArrayList<>();
    Function<String, String> own = zoneId -> form(zoneId) + sharedScope + secret;
    specs.add(Spec.ofName(name, own.apply(zone.getId()), spellings(own)));
    TimePattern time = format.time();
    if (time != null && format.workers() > 0) {
      Function<String, String> shared = zoneId ->
          "worker time=" + time.text() + " zone=" + zoneId + " capacity=" + format.capacity();
      specs.add(Spec.ofScope(scope, shared.apply(zone.getId()), spellings(shared)));
      specs.add(Spec.ofIds(scope, Integer.toString(format.length()), places()));
    }
    layouts.forEach(
        (version, shards) -> specs.add(Spec.ofShards(name, version, shards.toString())));
    return specs;
  }

  /** The format and the zone, under one of its names. */
  private String form(String zoneId) {
    return "key format=" + format + " zone=" + zoneId;
  }

  /** Where time, worker and number stand, counted from 1, and how the number is written. */
  private String places() {
    StringBuilder places = new StringBuilder("ids");
    int at = 1;
    for (Field field : format.parts()) {
      boolean worker = field instanceof Field.Numeral plain && plain.part() == Field.Part.WORKER;
      if (worker || field instanceof Field.Time || field instanceof Field.Seq) {
        places.append(' ').append(field.kind()).append('=').append(at).append('+');
        places.append(field.width()).append(field instanceof Field.Seq ? field.alphabet() : "");
      }
      at += field.width();
    }
    return places.append(secret).toString();
  }

  private Supplier<List<String>> spellings(Function<String, String> text) {
    return () -> otherNames().distinct().map(text).toList();
  }

  private Stream<String> otherNames() {
    return zone instanceof ZoneOffset offset
        ? Stream.concat(
            PREFIXES.stream().map(prefix -> ZoneId.ofOffset(prefix, offset).getId()),
            ZoneId.getAvailableZoneIds().stream()
                .filter(id -> ZoneId.of(id).normalized().equals(offset)))
        : Stream.empty();
  }
}
