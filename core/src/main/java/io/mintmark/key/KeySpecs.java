package io.mintmark.key;

import static java.util.stream.Collectors.joining;

import io.mintmark.internal.store.Spec;
import io.mintmark.key.Field.Kind;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The settings of keys that uniqueness and the search for rows depend on. The store keeps a
 * fingerprint (a hash) of these settings, and a process with different settings is refused.
 *
 * <p><b>Why keys in a worker pool differ.</b> A worker pool is a name under which generators share
 * worker numbers. The keys of two generators are made from different positions, or with different
 * worker numbers. Each key contains its time, worker and number. In a pool, all keys of one length
 * have these three fields at the same places of the text, and written in the same way. So two equal
 * keys would have an equal time, worker and number, that is, the same position of the same worker.
 * Only one generator claimed that position, whatever other fields the formats have. Keys of
 * different lengths differ anyway. For these reasons the fingerprints of a pool include the places
 * of the three fields, once for each length of keys.
 *
 * <p><b>A zone</b> with one fixed offset can have several names, such as {@code Z}, {@code UTC} and
 * {@code Etc/UTC}. Keys show the same local time for all of them. The fingerprint in a store may
 * have been computed from any of these names, so each of these fingerprints is accepted.
 *
 * <p><b>The start</b> of the numbers may be open. Then the fingerprints of both starts are
 * accepted, and {@link KeyStart} explains why keys differ.
 *
 * @param format the format of the keys
 * @param zone the zone of the local time in keys
 * @param layouts the shard layouts by version
 * @param start the lowest number in keys
 * @param secret identifies the secret that hides the numbers; empty if they are not hidden. All
 *     generators in a pool must have the same secret, because with two secrets, two different
 *     numbers could have the same hidden number
 */
record KeySpecs(
    KeyFormat format, ZoneId zone, Map<Integer, Shards> layouts, KeyStart start, String secret) {

  private static final Set<Kind> PLACED = EnumSet.of(Kind.WORKER, Kind.TIME, Kind.SEQ);
  private static final List<String> PREFIXES = List.of("UTC", "GMT", "UT");

  /**
   * Returns all fingerprints.
   *
   * @param name the generator's name
   * @param pool the pool of the worker numbers
   * @param sharedPool the text that a shared pool adds to the settings of the name; empty if the
   *     name does not share its pool
   * @return the fingerprints; the first is that of the name itself
   */
  List<Spec> of(String name, String pool, String sharedPool) {
    List<Spec> specs = new ArrayList<>();
    BinaryOperator<String> own =
        (zoneId, first) -> "key format=" + format + " zone=" + zoneId + first + sharedPool + secret;
    specs.add(Spec.ofName(
        name,
        () -> own.apply(zone.getId(), start.texts().get(0)),
        () -> start.texts().stream()
            .flatMap(first -> spellings(zoneId -> own.apply(zoneId, first)).stream())
            .toList(),
        start::decide,
        start.given().isPresent()
            ? "new settings need a new name; leave start out to keep the start of the name"
            : "new settings need a new name"));
    TimePattern time = format.time();
    if (time != null && format.workers() > 0) {
      Function<String, String> shared = zoneId ->
          "worker time=" + time.text() + " zone=" + zoneId + " capacity=" + format.capacity();
      specs.add(Spec.ofPool(pool, shared.apply(zone.getId()), () -> spellings(shared)));
      specs.add(Spec.ofIds(pool, Integer.toString(format.length()), places()));
    }
    layouts.forEach(
        (version, shards) -> specs.add(Spec.ofShards(name, version, shards.toString())));
    return specs;
  }

  /**
   * Returns a text with the places of time, worker and number in a key, counted from 1, and with
   * the alphabet of the number.
   */
  private String places() {
    return format.parts().stream()
        .filter(field -> PLACED.contains(field.kind()))
        .map(field -> " " + field.label() + "=" + (field.at() + 1) + "+" + field.width()
            + (field.kind() == Kind.SEQ ? field.alphabet() : ""))
        .collect(joining("", "ids", secret));
  }

  /** Returns the texts with all names of the zone. */
  private List<String> spellings(Function<String, String> text) {
    return Stream.concat(Stream.of(zone.getId()), otherNames())
        .distinct()
        .map(text)
        .toList();
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
