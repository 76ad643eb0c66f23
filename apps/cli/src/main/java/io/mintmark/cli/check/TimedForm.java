package io.mintmark.cli.check;

import io.mintmark.internal.text.Ksuid;
import io.mintmark.internal.text.Tsid;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/** Where ids of a known form have their version, time and host, and until when that lasts. */
enum TimedForm {
  OBJECT_ID(IdKind.OBJECT_ID, "2009-01-01T00:00:00Z", "2106-02-07T06:28:16Z"),
  UUID(IdKind.UUID, "1990-01-01T00:00:00Z", "+10889-08-02T05:31:50.656Z"),
  TYPE_ID(IdKind.TYPE_ID, "2000-01-01T00:00:00Z", "+10889-08-02T05:31:50.656Z"),
  ULID(IdKind.ULID, "2000-01-01T00:00:00Z", "+10889-08-02T05:31:50.656Z"),
  KSUID(IdKind.KSUID, "2014-05-14T00:00:00Z", "2150-06-19T23:21:36Z"),
  TSID(IdKind.TSID, "2020-01-31T00:00:00Z", "2159-05-15T07:35:11.104Z");

  /** RFC 9562, section 5.1: 60 bits of 100 ns since 1582-10-15. */
  private static final Instant END_OF_GREGORIAN = Instant.parse("5236-03-31T21:21:00.684Z");

  /** Ticks of 100 ns from 1582-10-15 to 1970-01-01. */
  private static final long GREGORIAN_TICKS = 0x01B2_1DD2_1381_4000L;

  private static final long TICKS_PER_MS = 10_000;
  private static final long NODE_MASK = 0xFFFF_FFFF_FFFFL;
  private static final int NODE_BITS = 48;

  /** RFC 9562, section 6.10: a node that is no network card's address has this bit. */
  private static final long MULTICAST = 1L << 40;

  private final IdKind kind;
  private final Instant since;
  private final Instant end;

  TimedForm(IdKind kind, String since, String end) {
    this.kind = kind;
    this.since = Instant.parse(since);
    this.end = Instant.parse(end);
  }

  static TimedForm of(IdKind kind) {
    return valueOf(kind.name());
  }

  IdKind kind() {
    return kind;
  }

  boolean isUuid() {
    return this == UUID;
  }

  /** Before that no such id was made. */
  Instant since() {
    return since;
  }

  /** When the time ends, exclusive. */
  Instant end(int version) {
    return isUuid() && version != 7 ? END_OF_GREGORIAN : end;
  }

  /** The version of a UUID, 0 for all others. */
  int version(ParsedId id) {
    return isUuid() ? (int) (id.high() >>> 12) & 0xF : 0;
  }

  boolean hasTime(int version) {
    return !isUuid() || version == 1 || version == 6 || version == 7;
  }

  boolean hasHost(int version) {
    return this == OBJECT_ID || this == TSID || (isUuid() && (version == 1 || version == 6));
  }

  long epochMs(ParsedId id) {
    long high = id.high();
    return switch (this) {
      case OBJECT_ID -> (high >>> 32) * 1000;
      case UUID ->
        switch (version(id)) {
          case 1 -> ofTicks((high & 0xFFF) << 48 | (high & 0xFFFF_0000L) << 16 | high >>> 32);
          case 6 -> ofTicks(high >>> 16 << 12 | (high & 0xFFF));
          default -> high >>> 16;
        };
      case TYPE_ID, ULID -> high >>> 16;
      case KSUID -> Ksuid.EPOCH.plusSeconds(high).toEpochMilli();
      case TSID -> Tsid.EPOCH.toEpochMilli() + (high >>> Tsid.RANDOM_BITS);
    };
  }

  private static long ofTicks(long ticks) {
    return Math.floorDiv(ticks - GREGORIAN_TICKS, TICKS_PER_MS);
  }

  /** What tells hosts or processes apart; 0 where nothing does. */
  long host(ParsedId id) {
    return switch (this) {
      case OBJECT_ID -> (id.high() & 0xFFFF_FFFFL) << 8 | id.low() >>> 24;
      case UUID -> hasHost(version(id)) ? id.low() & NODE_MASK : 0;
      case TSID -> (id.high() >>> 12) & 0x3FF;
      case TYPE_ID, ULID, KSUID -> 0;
    };
  }

  /** A host's number as it is written. */
  String hostText(int version, long host) {
    if (!hasHost(version)) {
      return "ids";
    }
    return this == TSID
        ? Long.toString(host)
        : HexFormat.of().toHexDigits(host, this == UUID ? 12 : 10);
  }

  String hostWord(int version) {
    return this == TSID ? "node number" : hasHost(version) ? isUuid() ? "node" : "process" : "all";
  }

  static boolean isNetworkCard(long node) {
    return node >>> NODE_BITS == 0 && (node & MULTICAST) == 0;
  }

  /** The name for programs. */
  String kind(int version) {
    return switch (this) {
      case OBJECT_ID -> "objectid";
      case UUID -> "uuid-v" + version;
      case TYPE_ID -> "typeid";
      case ULID -> "ulid";
      case KSUID -> "ksuid";
      case TSID -> "tsid";
    };
  }

  String title(int version) {
    return switch (this) {
      case OBJECT_ID -> "ObjectIds, as MongoDB's drivers make them";
      case UUID -> "UUIDs of version " + version;
      case TYPE_ID -> "TypeIDs, which are UUIDs of version 7 behind a prefix";
      case ULID -> "ULIDs";
      case KSUID -> "KSUIDs";
      case TSID -> "TSIDs as text (tsid-creator, hypersistence)";
    };
  }

  /** What a narrower column could be, as the end of a sentence. */
  String better() {
    return switch (this) {
      case OBJECT_ID -> "; BINARY(12) is half of that";
      case UUID -> "; uuid or BINARY(16) is less than half of that";
      case ULID, TYPE_ID -> "; as 16 bytes it is less";
      case KSUID -> "";
      case TSID -> "; as a number BIGINT";
    };
  }

  List<String> givesAway(int version) {
    return switch (this) {
      case OBJECT_ID ->
        List.of(
            "when each id was made, to the second",
            "which ids one process made, and how many between two of them");
      case UUID ->
        switch (version) {
          case 1, 6 -> List.of("when each id was made, to 100 ns", "which host made it");
          case 7 -> List.of("when each id was made, to the millisecond");
          default -> List.of();
        };
      case TYPE_ID, ULID -> List.of("when each id was made, to the millisecond");
      case KSUID -> List.of("when each id was made, to the second");
      case TSID -> List.of("when each id was made, to the millisecond", "which node made it");
    };
  }

  /** The settings of a generator of such ids; empty if there is none. */
  String settings(int version) {
    return switch (this) {
      case OBJECT_ID -> "type: objectid";
      case UUID -> List.of(1, 4, 6, 7).contains(version) ? "type: uuid, version: " + version : "";
      case TYPE_ID, ULID, KSUID, TSID -> "";
    };
  }
}
