package io.mintmark.uuid;

import io.mintmark.internal.text.Arguments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** The layouts of UUIDs in RFC 9562 section 5. */
final class UuidBits {

  /** The time of tick 0 in versions 1 and 6: the Gregorian reform, 1582-10-15T00:00:00Z. */
  static final Instant GREGORIAN_EPOCH = Instant.ofEpochSecond(-12_219_292_800L);

  /**
   * The end, exclusive, of the time that the 48 bits of milliseconds in version 7 can represent.
   */
  static final Instant V7_END = Instant.ofEpochMilli(1L << 48);

  static final long VARIANT = 1L << 63;

  static final int VERSION_SHIFT = 12;

  private UuidBits() {}

  /** Makes a UUID of 128 bits. Overwrites the six bits of version and variant. */
  static UUID marked(int version, long high, long low) {
    return new UUID(ofVersion(version, high), ofVariant(low));
  }

  static long ofVersion(int version, long high) {
    return (high & ~(0xfL << VERSION_SHIFT)) | (long) version << VERSION_SHIFT;
  }

  static long ofVariant(long low) {
    return (low & (-1L >>> 2)) | VARIANT;
  }

  /** Makes UUIDs from pairs of longs. The first long of a pair has the most significant bits. */
  static List<UUID> uuids(long[] words) {
    List<UUID> uuids = new ArrayList<>(words.length / 2);
    for (int i = 0; i < words.length; i += 2) {
      uuids.add(new UUID(words[i], words[i + 1]));
    }
    return Collections.unmodifiableList(uuids);
  }

  static long highOfV1(long ticks) {
    return ticks << 32 | (ticks >>> 16 & 0xffff_0000L) | 1L << VERSION_SHIFT | ticks >>> 48;
  }

  static long highOfV6(long ticks) {
    return (ticks << 4 & ~0xffffL) | 6L << VERSION_SHIFT | (ticks & 0xfff);
  }

  static long low(int clockSequence, long node) {
    Arguments.checkBits("clockSequence", clockSequence, 14);
    Arguments.checkBits("node", node, 48);
    return VARIANT | (long) clockSequence << 48 | node;
  }

  /** Returns the smallest UUID of version 7 that is not before a moment. */
  static UUID smallestV7(Instant moment) {
    Arguments.check(
        !moment.isBefore(Instant.EPOCH) && !moment.isAfter(V7_END.minusMillis(1)),
        "the time is outside a version 7 UUID's, from {} to before {}: moment={}",
        Instant.EPOCH,
        V7_END,
        moment);
    long ms = moment.plusNanos(999_999).toEpochMilli();
    return new UUID(ms << 16 | 7L << VERSION_SHIFT, VARIANT);
  }
}
