package io.mintmark.cli.ids;

import io.mintmark.internal.text.Ksuid;
import io.mintmark.internal.text.Tsid;
import java.time.Instant;
import java.util.Locale;

/** The forms of texts, distinguished only by length and characters. */
enum IdKind {
  NUMBER("decimal numbers of 64 bits"),
  OBJECT_ID(
      "24 hex digits",
      "ObjectIds, as MongoDB's drivers make them",
      "2009-01-01",
      Instant.ofEpochSecond(1L << 32),
      "; BINARY(12) is half of that"),
  UUID(
      "UUIDs",
      "UUIDs of version ",
      "1990-01-01",
      Instant.ofEpochMilli(1L << 48),
      "; uuid or BINARY(16) is less than half of that"),
  ULID(
      "26 Crockford digits",
      "ULIDs",
      "2000-01-01",
      Instant.ofEpochMilli(1L << 48),
      "; as 16 bytes it is less"),
  KSUID("27 base62 digits", "KSUIDs", "2014-05-14", Ksuid.EPOCH.plusSeconds(1L << 32), ""),
  TSID(
      "13 Crockford digits",
      "TSIDs as text (tsid-creator, hypersistence)",
      "2020-01-31",
      Tsid.EPOCH.plusMillis(1L << 42),
      "; as a number BIGINT"),
  TYPE_ID(
      "a prefix and 26 Crockford digits",
      "TypeIDs, which are UUIDs of version 7 with a prefix",
      "2000-01-01",
      Instant.ofEpochMilli(1L << 48),
      "; as 16 bytes it is less"),
  TEXT("other text");

  /** RFC 9562, section 5.1: 60 bits of 100 ns since 1582-10-15. */
  private static final Instant END_OF_GREGORIAN = Instant.parse("5236-03-31T21:21:00.684Z");

  private static final long NODE_MASK = 0xFFFF_FFFF_FFFFL;

  /** The name of the form. */
  final String title;

  /** No such id was made before this time. */
  final Instant since;

  /** The end of a sentence on the column's type: a type that needs less space. */
  final String better;

  private final String ids;
  private final Instant end;

  IdKind(String title) {
    this(title, "", "1970-01-01", Instant.EPOCH, "");
  }

  IdKind(String title, String ids, String since, Instant end, String better) {
    this.title = title;
    this.ids = ids;
    this.since = Instant.parse(since + "T00:00:00Z");
    this.end = end;
    this.better = better;
  }

  /** The name of the ids of this form. */
  String ids(int version) {
    return this == UUID ? ids + version : ids;
  }

  /** The end of the time, exclusive. */
  Instant end(int version) {
    return this == UUID && version != 7 ? END_OF_GREGORIAN : end;
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
  String label() {
    return name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  /** The name for programs, with the version of UUIDs. */
  String label(int version) {
    return this == UUID ? "uuid-v" + version : label();
  }
}
