package io.mintmark.inspect;

import io.mintmark.objectid.ObjectId;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidFields;
import io.mintmark.uuid.Uuids;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ids that need no settings to be read: ObjectIds, UUIDs of any variant (RFC 9562), TypeIDs,
 * ULIDs, KSUIDs and TSIDs. The length of a text and its alphabet decide which of them it can be.
 * Each method returns nothing, or throws {@link io.mintmark.error.InvalidIdException}, for any
 * other text.
 */
final class StandardForms {

  /**
   * Each kind and its title, and on the next line its bits, see {@link ReadingBuilder#bits}. The
   * versions of UUIDs without a row have the row {@code uuid-v}.
   */
  private static final String TABLE = """
      objectid=ObjectId
      time:32 random:40:hex counter:24:hex
      objectid-legacy=ObjectId as made before 2018: machine and process
      time:32 machine:24:hex process:16:hex counter:24:hex
      objectid-java-legacy=ObjectId as the early Java driver made it
      time:32 machine:32:hex inc:32
      uuid-nil=The nil UUID
      data:128
      uuid-max=The max UUID
      data:128
      uuid-v1=UUID version 1: time and node
      time-low:32 time-mid:16 version:4:decimal time-high:12 variant:2 clock-sequence:14:decimal \
      node:48
      uuid-v2=UUID version 2: DCE security
      local-id:32:decimal time-mid:16 version:4:decimal time-high:12 variant:2 \
      clock-sequence:6:decimal domain:8:decimal node:48
      uuid-v3=UUID version 3: MD5 of a name
      md5-a:48 version:4:decimal md5-b:12 variant:2 md5-c:62
      uuid-v4=UUID version 4: random
      random-a:48 version:4:decimal random-b:12 variant:2 random-c:62
      uuid-v5=UUID version 5: SHA-1 of a name
      sha1-a:48 version:4:decimal sha1-b:12 variant:2 sha1-c:62
      uuid-v6=UUID version 6: time and node, in order of time
      time-high:48 version:4:decimal time-low:12 variant:2 clock-sequence:14:decimal node:48
      uuid-v7=UUID version 7: time and random
      time:48 version:4:decimal random-a:12:hex variant:2 random-b:62:hex
      uuid-v8=UUID version 8: its maker's own
      custom-a:48 version:4:decimal custom-b:12 variant:2 custom-c:62
      uuid-v=UUID of a version that is not defined
      data-a:48 version:4:decimal data-b:12 variant:2 data-c:62
      uuid-reserved=UUID of a variant that RFC 9562 only reserves
      data:128
      ulid=ULID
      time:48 random:80:hex
      ksuid=KSUID
      time:32 random:128:hex
      tsid=TSID
      time:42 random:22:decimal
      """;

  private record Kind(String title, String bits) {}

  private static final Map<String, Kind> KINDS = kinds();

  /** The year of MongoDB's first release. */
  private static final Instant EARLIEST_OBJECT_ID = Instant.parse("2009-01-01T00:00:00Z");

  /** The year of DCE, which defined UUIDs of version 1. */
  private static final Instant EARLIEST_DCE = Instant.parse("1990-01-01T00:00:00Z");

  private static final Pattern UUID_TEXT =
      Pattern.compile("([^-]{8})(-?)([^-]{4})\\2([^-]{4})\\2([^-]{4})\\2([^-]{12})");
  private static final int CROCKFORD_DIGITS = 26;
  private static final String UUID_V = "uuid-v";

  private StandardForms() {}

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new HashMap<>();
    List<String> lines = TABLE.lines().toList();
    for (int i = 0; i < lines.size(); i += 2) {
      String[] names = lines.get(i).split("=", 2);
      kinds.put(names[0], new Kind(names[1], lines.get(i + 1)));
    }
    return kinds;
  }

  private static ReadingBuilder draft(String kind, String id, long... words) {
    Kind row = Objects.requireNonNull(KINDS.getOrDefault(kind, KINDS.get(UUID_V)));
    return new ReadingBuilder(kind, row.title, id).bits(row.bits, words);
  }

  /** Reads 24 hex digits: an ObjectId of the present layout, and of the two earlier layouts. */
  static List<Reading> objectIds(String text, Instant now) {
    if (!ObjectId.isValid(text)) {
      return List.of();
    }
    ObjectId id = ObjectId.parse(text);
    return Stream.of("objectid", "objectid-legacy", "objectid-java-legacy")
        .map(kind -> objectId(kind, id, now))
        .toList();
  }

  private static Reading objectId(String kind, ObjectId id, Instant now) {
    long[] words = {id.time().getEpochSecond(), id.random() << 24 | id.counter()};
    ReadingBuilder draft =
        draft(kind, id.toString(), words).time(id.time(), EARLIEST_OBJECT_ID, now);
    if (kind.equals("objectid-java-legacy")) {
      draft.field("inc", Integer.toString(id.driverFields().inc()));
    }
    return draft.reading();
  }

  /** Reads 32 hex digits, plain or in groups of 8-4-4-4-12. */
  static List<Reading> uuids(String text, Instant now) {
    Matcher digits = UUID_TEXT.matcher(text);
    return digits.matches()
        ? List.of(uuid(Uuids.parse(digits.replaceFirst("$1-$3-$4-$5-$6")), now))
        : List.of();
  }

  private static Reading uuid(UUID uuid, Instant now) {
    String kind = kind(uuid);
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    ReadingBuilder draft = draft(kind, uuid.toString(), high, low);
    switch (kind) {
      case "uuid-v1", "uuid-v6" -> gregorian(draft, uuid, uuid, now);
      // The local id replaces the lowest 32 bits of the time, so this time is up to 7 minutes
      // early.
      case "uuid-v2" -> gregorian(draft, uuid, new UUID((high & 0xFFFF_0FFFL) | 0x1000, low), now);
      case "uuid-v7" -> draft.time(UuidFields.of(uuid).time().orElseThrow(), Instant.EPOCH, now);
      default -> {}
    }
    return draft.reading();
  }

  private static String kind(UUID uuid) {
    if (uuid.equals(new UUID(0, 0))) {
      return "uuid-nil";
    }
    if (uuid.equals(new UUID(-1, -1))) {
      return "uuid-max";
    }
    return uuid.variant() == 2 ? UUID_V + uuid.version() : "uuid-reserved";
  }

  /**
   * Adds the time and the node. The node is the address of a network interface, or a random number
   * if the multicast bit is set, because no interface has an address with that bit.
   *
   * @param timed has the time of the UUID
   */
  private static void gregorian(ReadingBuilder draft, UUID uuid, UUID timed, Instant now) {
    boolean random = (uuid.getLeastSignificantBits() >>> 40 & 1) != 0;
    draft
        .time(UuidFields.of(timed).time().orElseThrow(), EARLIEST_DCE, now)
        .field("node", uuid.toString().substring(24) + (random ? " (random)" : ""));
  }

  /**
   * Reads a TypeID: a UUID in 26 digits after a prefix. Without a prefix, only a UUID of version 7
   * is recognised, because TypeID libraries use that version. Any other 26 digits are more likely a
   * ULID in lower case.
   */
  static List<Reading> typeIds(String text, Instant now) {
    if (text.length() < CROCKFORD_DIGITS || text.length() > TypeId.MAX_LENGTH) {
      return List.of();
    }
    TypeId id = TypeId.parse(text);
    Reading uuid = uuid(id.uuid(), now);
    boolean untyped = id.prefix().isEmpty();
    if (untyped && !uuid.kind().equals("uuid-v7")) {
      return List.of();
    }
    String title = "TypeID" + (untyped ? "" : " of type " + id.prefix()) + ": " + uuid.title();
    ReadingBuilder draft = new ReadingBuilder("typeid", title, text);
    if (!untyped) {
      draft.field("prefix", id.prefix());
    }
    return List.of(draft.field("uuid", id.uuid().toString()).within(uuid).reading());
  }

  /**
   * Reads texts of a fixed length: 26 characters for a ULID, 27 for a KSUID, 13 for a TSID. Hyphens
   * within a ULID or a TSID do not count, as in all texts of Crockford's digits. A leading hyphen
   * is the sign of a number.
   */
  static List<Reading> otherLibraries(String text, Instant now) {
    return switch (text.startsWith("-") ? 0 : text.replace("-", "").length()) {
      case CROCKFORD_DIGITS -> List.of(ulid(ForeignId.ulid(text), now));
      case 27 -> List.of(ksuid(ForeignId.ksuid(text), now));
      case 13 -> List.of(tsid(ForeignId.tsid(text), ForeignId.TSID_EPOCH, now));
      default -> List.of();
    };
  }

  private static Reading ulid(ForeignId ulid, Instant now) {
    return draft("ulid", ulid.text(), ulid.high(), ulid.low())
        .time(ulid.time(), Instant.EPOCH, now)
        .field("uuid", new UUID(ulid.high(), ulid.low()).toString())
        .reading();
  }

  private static Reading ksuid(ForeignId ksuid, Instant now) {
    long seconds = Duration.between(ForeignId.KSUID_EPOCH, ksuid.time()).toSeconds();
    return draft("ksuid", ksuid.text(), seconds, ksuid.high(), ksuid.low())
        .time(ksuid.time(), ForeignId.KSUID_EPOCH, now)
        .reading();
  }

  /** Reads a TSID, which is doubtful if its time is before {@code earliest}. */
  static Reading tsid(ForeignId tsid, Instant earliest, Instant now) {
    return draft("tsid", tsid.text(), tsid.low())
        .time(tsid.time(), earliest, now)
        .field("number", Long.toUnsignedString(tsid.low()))
        .reading();
  }
}
