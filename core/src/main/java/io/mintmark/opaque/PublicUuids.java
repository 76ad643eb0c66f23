package io.mintmark.opaque;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.store.LineName;
import java.util.Objects;
import java.util.UUID;

/**
 * Shows UUIDs of version 7 as UUIDs of version 4, and reads them back. Inside the system they are
 * ordered by time. The UUIDs shown outside reveal neither when a row was made nor which of two rows
 * was made first. Thread-safe. Never blocks, and needs no store.
 *
 * <pre>{@code
 * PublicUuids users = PublicUuids.of(key, "users");
 * UUID shown = users.hide(row.id());                     // version 7 to version 4
 * UUID id = users.reveal(shown);                         // and back
 * }</pre>
 *
 * <p><b>Construction.</b> Both versions have 122 bits besides the bits of version and variant. FF1
 * (NIST SP 800-38G) with radix 2 permutes all texts of 122 bits, and the name is its tweak. The
 * text consists of these bits in the order of the UUID. So each UUID of version 7 corresponds to
 * exactly one UUID of version 4, in both directions: two different UUIDs are never shown as equal,
 * with any key.
 *
 * <p><b>Limits.</b> All bits are used, so no bit is left to show that a UUID was made with this key
 * and name. Any UUID of version 4 is revealed as some UUID of version 7. If a UUID was hidden with
 * another key, or was random, the revealed UUID has a random time in the years 1970 to 10889. Look
 * for it among your rows as for any id that a stranger sends. {@code UuidFields.of(id).time()} can
 * reject most of these without a search: of random times, fewer than one in a hundred are between
 * 1970 and today.
 */
public final class PublicUuids {

  private static final int TIME_ORDERED = 7;
  private static final int RANDOM = 4;
  private static final int RFC_VARIANT = 2;
  private static final int BITS = 122;

  /**
   * The number of bits in each half of the text. The UUID's lower 64 bits consist of the variant (2
   * bits), the last bit of the upper half, and the lower half.
   */
  private static final int HALF_BITS = 61;

  private static final long HALF = (1L << HALF_BITS) - 1;

  private final Ff1Pool ciphers;

  private PublicUuids(Ff1Pool ciphers) {
    this.ciphers = ciphers;
  }

  /**
   * Makes the permutation of a key and a name.
   *
   * @param key hides and reveals; it cannot be changed later, because UUIDs that are known outside
   *     could no longer be read
   * @param name the name of the objects with these ids, for example a table's name, in the form of
   *     a {@link LineName}. Each name has a different permutation, so the same id in two tables is
   *     shown as two different UUIDs
   * @return the same permutation for equal keys and names
   * @throws IllegalArgumentException if the name is invalid
   */
  public static PublicUuids of(OpaqueKey key, String name) {
    Objects.requireNonNull(key, "key");
    return new PublicUuids(key.ofBits(BITS, LineName.check(name)));
  }

  /**
   * Hides a UUID. Takes less than a microsecond.
   *
   * @param ordered any UUID of version 7, from any source
   * @return a UUID of version 4, always the same one, and different from that of every other UUID
   * @throws InvalidIdException if it is of another version or variant
   */
  public UUID hide(UUID ordered) {
    check(ordered, TIME_ORDERED);
    Ff1 ff1 = ciphers.take();
    ff1.encrypt(left(ordered), right(ordered));
    UUID shown = uuid(RANDOM, ff1.left(), ff1.right());
    ciphers.giveBack(ff1);
    return shown;
  }

  /**
   * Reveals a hidden UUID. Takes less than a microsecond.
   *
   * @param shown a UUID that {@link #hide} returned; any other UUID of version 4 gives some UUID
   *     too
   * @return the UUID of version 7
   * @throws InvalidIdException if it is of another version or variant
   */
  public UUID reveal(UUID shown) {
    check(shown, RANDOM);
    Ff1 ff1 = ciphers.take();
    ff1.decrypt(left(shown), right(shown));
    UUID ordered = uuid(TIME_ORDERED, ff1.left(), ff1.right());
    ciphers.giveBack(ff1);
    return ordered;
  }

  private static void check(UUID uuid, int version) {
    if (uuid.version() != version || uuid.variant() != RFC_VARIANT) {
      throw new InvalidIdException(Message.of(
          "the UUID is not of version {}: version={}, variant={}, uuid={}; {}",
          version,
          uuid.version(),
          uuid.variant(),
          uuid,
          version == RANDOM ? "hide never returned it" : "it cannot be hidden"));
    }
  }

  /** The first 61 of the 122 bits: 48 before the version, 12 after it, 1 after the variant. */
  private static long left(UUID uuid) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    return high >>> 16 << 13 | (high & 0xfff) << 1 | (low >>> HALF_BITS & 1);
  }

  /** The other 61 bits. */
  private static long right(UUID uuid) {
    return uuid.getLeastSignificantBits() & HALF;
  }

  private static UUID uuid(int version, long left, long right) {
    return new UUID(
        left >>> 13 << 16 | (long) version << 12 | (left >>> 1 & 0xfff),
        (long) RFC_VARIANT << 62 | (left & 1) << HALF_BITS | right);
  }
}
