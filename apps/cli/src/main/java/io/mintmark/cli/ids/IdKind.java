package io.mintmark.cli.ids;

import java.time.Instant;
import java.util.Locale;

/** The forms of texts, distinguished only by length and characters. */
enum IdKind {
  NUMBER("decimal numbers of 64 bits"),
  OBJECT_ID(
      "24 hex digits",
      "ObjectIds, as MongoDB's drivers make them",
      "2009-01-01T00:00:00Z",
      "2106-02-07T06:28:16Z",
      "; BINARY(12) is half of that"),
  UUID(
      "UUIDs",
      "UUIDs of version ",
      "1990-01-01T00:00:00Z",
      "+10889-08-02T05:31:50.656Z",
      "; uuid or BINARY(16) is less than half of that"),
  ULID(
      "26 Crockford digits",
      "ULIDs",
      "2000-01-01T00:00:00Z",
      "+10889-08-02T05:31:50.656Z",
      "; as 16 bytes it is less"),
  KSUID("27 base62 digits", "KSUIDs", "2014-05-14T00:00:00Z", "2150-06-19T23:21:36Z", ""),
  TSID(
      "13 Crockford digits",
      "TSIDs as text (tsid-creator, hypersistence)",
      "2020-01-31T00:00:00Z",
      "2159-05-15T07:35:11.104Z",
      "; as a number BIGINT"),
  TYPE_ID(
      "a prefix and 26 Crockford digits",
      "TypeIDs, which are UUIDs of version 7 behind a prefix",
      "2000-01-01T00:00:00Z",
      "+10889-08-02T05:31:50.656Z",
      "; as 16 bytes it is less"),
  TEXT("other text");

  /** RFC 9562, section 5.1: 60 bits of 100 ns since 1582-10-15. */
  private static final Instant END_OF_GREGORIAN = Instant.parse("5236-03-31T21:21:00.684Z");

  private static final long NODE_MASK = 0xFFFF_FFFF_FFFFL;

  private final String title;
  private final String ids;
  private final String since;
  private final String end;
  private final String better;

  IdKind(String title) {
    this(title, "", Instant.EPOCH.toString(), Instant.EPOCH.toString(), "");
  }

  IdKind(String title, String ids, String since, String end, String better) {
    this.title = title;
    this.ids = ids;
    this.since = since;
    this.end = end;
    this.better = better;
  }

  /** The name of the form. */
  String title() {
    return title;
  }

  /** The name of the ids of this form. */
  String ids(int version) {
    return this == UUID ? ids + version : ids;
  }

  /** No such id was made before this time. */
  Instant since() {
    return Instant.parse(since);
  }

  /** The end of the time, exclusive. */
  Instant end(int version) {
    return this == UUID && version != 7 ? END_OF_GREGORIAN : Instant.parse(end);
  }

  /** A narrower type for the column, as the end of a sentence. */
  String better() {
    return better;
  }

  /**
   * Returns the part of an id that identifies its host or process; 0 if there is none. Hosts have
   * different clocks.
   */
  long host(ParsedId id) {
    return switch (this) {
      case OBJECT_ID -> (id.high() & 0xFFFF_FFFFL) << 8 | id.low() >>> 24;
      case UUID -> id.version() == 7 ? 0 : id.low() & NODE_MASK;
      case TSID -> id.high() >>> 12 & 0x3FF;
      default -> 0;
    };
  }

  /** The name for programs. */
  String kind(int version) {
    return this == UUID ? "uuid-v" + version : name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
