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
 * The settings of keys that uniqueness and the search for rows depend on.
 *
 * <p><b>In a worker pool</b> the keys of two generators are made from different positions, or with
 * different worker numbers. Each key contains its time, worker and number. Suppose that keys of one
 * length have these three fields in the same places and with the same spelling. Then equal keys
 * have an equal time, worker and number, that is, the same position of the same worker. One
 * generator claimed that position, whatever other fields the formats have. Keys of different
 * lengths differ anyway. So there is one set of places for each length in a pool.
 *
 * <p><b>A zone</b> with one fixed offset has many names, for which keys show the same local time:
 * {@code Z}, {@code UTC}, {@code Etc/UTC}. A fingerprint of any of these names is accepted, because
 * stores may contain it.
 *
 * @param format the format of the keys
 * @param zone the zone of the local time in keys
 * @param layouts the shard layouts by version
 * @param secret identifies the secret that hides the numbers; empty if they are not hidden. All
 *     generators in a pool must have the same secret, because two secrets could hide two numbers
 *     as the same one
 */
record KeySpecs(KeyFormat format, ZoneId zone, Map<Integer, Shards> layouts, String secret) {

  private static final List<String> PREFIXES = List.of("UTC", "GMT", "UT");

  /**
   * Returns all fingerprints.
   *
   * @param name the generator's name
   * @param pool the pool of the worker numbers
   * @param sharedPool the text that {@code pool} adds to the settings of the name
   * @return the fingerprints, the name's own first
   */
  List<Spec> of(String name, String pool, String sharedPool) {
    List<Spec> specs = new ArrayList<>();
    Function<String, String> own = zoneId -> form(zoneId) + sharedPool + secret;
    specs.add(Spec.ofName(name, own.apply(zone.getId()), spellings(own)));
    TimePattern time = format.time();
    if (time != null && format.workers() > 0) {
      Function<String, String> shared = zoneId ->
          "worker time=" + time.text() + " zone=" + zoneId + " capacity=" + format.capacity();
      specs.add(Spec.ofPool(pool, shared.apply(zone.getId()), spellings(shared)));
      specs.add(Spec.ofIds(pool, Integer.toString(format.length()), places()));
    }
    layouts.forEach(
        (version, shards) -> specs.add(Spec.ofShards(name, version, shards.toString())));
    return specs;
  }

  /** Returns the text of the format and the zone, for one name of the zone. */
  private String form(String zoneId) {
    return "key format=" + format + " zone=" + zoneId;
  }

  /**
   * Returns the places of time, worker and number, counted from 1, and the alphabet of the number.
   */
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
