package io.mintmark.cli.ids;

import io.mintmark.inspect.ForeignId;
import java.time.Instant;
import java.util.Locale;

/** The forms of texts, distinguished only by length and characters, and by a UUID's version. */
enum IdKind {
  NUMBER("decimal numbers of 64 bits"),
  OBJECTID(
      "ObjectIds, as MongoDB's drivers make them", "2009-01-01", Instant.ofEpochSecond(1L << 32)),
  UUID_V1("UUIDs of version 1", "1990-01-01", IdKind.gregorianEnd()),
  UUID_V4("UUIDs of version 4"),
  UUID_V6("UUIDs of version 6", "1990-01-01", IdKind.gregorianEnd()),
  UUID_V7("UUIDs of version 7", "1990-01-01", Instant.ofEpochMilli(1L << 48)),
  UUID("UUIDs of another version"),
  ULID("ULIDs", "2000-01-01", Instant.ofEpochMilli(1L << 48)),
  KSUID("KSUIDs", "2014-05-14", ForeignId.KSUID_EPOCH.plusSeconds(1L << 32)),
  TSID(
      "TSIDs as text (tsid-creator, hypersistence)",
      "2020-01-31",
      ForeignId.TSID_EPOCH.plusMillis(1L << 42)),
  TYPEID(
      "TypeIDs, which are UUIDs of version 7 with a prefix",
      "2000-01-01",
      Instant.ofEpochMilli(1L << 48)),
  TEXT("other text");

  /** The name of the ids of this form. */
  final String title;

  /** No such id was made before this time. */
  final Instant since;

  /** The end of the time, exclusive; the same as {@link #since} for ids without a time. */
  final Instant end;

  IdKind(String title) {
    this(title, "1970-01-01", Instant.EPOCH);
  }

  IdKind(String title, String since, Instant end) {
    this.title = title;
    this.since = Instant.parse(since + "T00:00:00Z");
    this.end = end;
  }

  /** RFC 9562, section 5.1: 60 bits of 100 ns since 1582-10-15. */
  private static Instant gregorianEnd() {
    return Instant.parse("5236-03-31T21:21:00.684Z");
  }

  /** Returns the kind of UUIDs of a version. */
  static IdKind ofUuid(int version) {
    return switch (version) {
      case 1 -> UUID_V1;
      case 4 -> UUID_V4;
      case 6 -> UUID_V6;
      case 7 -> UUID_V7;
      default -> UUID;
    };
  }

  /** Returns whether the ids contain a time. That of a number is known only with its layout. */
  boolean hasTime() {
    return end.isAfter(since);
  }

  /** The name for programs. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
