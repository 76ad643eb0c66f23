package io.mintmark.cli;

import io.mintmark.inspect.Reading;
import io.mintmark.opaque.PublicUuids;
import io.mintmark.uuid.UuidFields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Adds a reading of public UUIDs, which are converted with a key and a name. For a UUID of version
 * 4, the reading shows the hidden UUID of version 7. For a UUID of version 7, it shows the public
 * UUID of version 4. The UUID may be after a prefix.
 *
 * @param ids converts UUIDs
 * @param name the name under which they are published
 * @param now the present
 */
record PublicUuidReader(PublicUuids ids, String name, Instant now) {

  private static final int RFC_VARIANT = 2;
  private static final int RANDOM = 4;
  private static final int TIME_ORDERED = 7;

  /** A time further ahead of this host's clock is not plausible. */
  private static final Duration TOLERANCE = Duration.ofDays(1);

  /** Adds the reading with the key, if there is one, as the first. */
  List<Reading> with(List<Reading> readings) {
    List<Reading> all = new ArrayList<>(readings);
    readings.stream()
        .flatMap(reading -> uuid(reading).stream())
        .findFirst()
        .flatMap(this::read)
        .ifPresent(reading -> all.add(0, reading));
    return all;
  }

  private static Optional<UUID> uuid(Reading reading) {
    Map<String, String> fields = reading.fields();
    Optional<String> text = reading.kind().startsWith("uuid-")
        ? Optional.ofNullable(fields.get("behind-prefix"))
            .or(() -> Optional.ofNullable(fields.get("id")))
        : Optional.ofNullable(fields.get("uuid"));
    return text.map(UUID::fromString);
  }

  private Optional<Reading> read(UUID uuid) {
    boolean isPublic = uuid.version() == RANDOM;
    if (uuid.variant() != RFC_VARIANT || (!isPublic && uuid.version() != TIME_ORDERED)) {
      return Optional.empty();
    }
    UUID other = isPublic ? ids.reveal(uuid) : ids.hide(uuid);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("id", uuid.toString());
    fields.put(isPublic ? "plain" : "shown-as", other.toString());
    Optional<Instant> time = UuidFields.of(isPublic ? other : uuid).time();
    Optional<String> doubt = time.filter(made -> isPublic && made.isAfter(now.plus(TOLERANCE)))
        .map(made -> "its time is ahead: it has another key or name, or was never hidden");
    return Optional.of(new Reading(
        "public-uuid:" + name,
        "Public UUID: " + name,
        time,
        doubt,
        fields,
        List.of(),
        List.of(),
        Map.of()));
  }
}
