package io.mintmark.opaque;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.text.Arguments;
import java.util.Objects;
import java.util.UUID;

/**
 * Converts UUIDs of version 7, which are ordered by time, to UUIDs of version 4 that can be shown
 * to outsiders, and converts them back. The UUIDs of version 4 reveal neither when a row was made
 * nor which of two rows was made first. Thread-safe. Never blocks, and needs no store.
 *
 * <pre>{@code
 * PublicUuids users = PublicUuids.of(key, "users");
 * UUID shown = users.hide(row.id());                     // version 7 to version 4
 * UUID id = users.reveal(shown);                         // and back
 * }</pre>
 *
 * <p><b>Construction.</b> Both versions have 122 bits besides the bits of version and variant. FF1
 * (NIST SP 800-38G) with radix 2 permutes all texts of 122 bits, and the name is the tweak, a
 * further input that selects the permutation. The text consists of the 122 bits in the order of the
 * UUID. So with any key, each UUID of version 7 corresponds to exactly one UUID of version 4, and
 * two different UUIDs are never shown as the same UUID.
 *
 * <p><b>Limits.</b> All bits are used, so no bit is left to show that a UUID was made with this key
 * and name. Any UUID of version 4 is revealed as some UUID of version 7. If a UUID was hidden with
 * another key, or was random, the revealed UUID has a random time in the years 1970 to 10889. So
 * look it up among your rows, as you would look up any id that an outsider sends. Without a query,
 * {@code UuidFields.of(id).time()} can reject most of these UUIDs: fewer than one in a hundred
 * random times are between 1970 and today.
 */
public final class PublicUuids {

  private static final int TIME_ORDERED = 7;
  private static final int RANDOM = 4;
  private static final int RFC_VARIANT = 2;
  private static final int BITS = 122;

  /**
   * The number of bits in each half of the text. The lower 64 bits of a UUID consist of the variant
   * (2 bits), the last bit of the text's left half, and the text's right half.
   */
  private static final int HALF_BITS = 61;

  private static final long HALF = (1L << HALF_BITS) - 1;

  private final Ff1Pool ciphers;

  private PublicUuids(Ff1Pool ciphers) {
    this.ciphers = ciphers;
  }

  /**
   * Creates the conversion for a key and a name.
   *
   * @param key the secret key. It cannot be changed later, because UUIDs that were shown before
   *     could no longer be converted back
   * @param name the name of the objects with these ids, for example a table's name, in the form of
   *     a {@link LineName}. Each name has a different permutation, so the same UUID in two tables
   *     is shown as two different UUIDs
   * @return the conversion, which is the same for equal keys and names
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
   * @return a UUID of version 4. It is always the same for this UUID, and different for every other
   *     UUID
   * @throws InvalidIdException if the UUID is of another version or variant
   */
  public UUID hide(UUID ordered) {
    return converted(ordered, TIME_ORDERED, RANDOM);
  }

  /**
   * Reveals a hidden UUID. Takes less than a microsecond.
   *
   * @param shown a UUID that {@link #hide} returned. Any other UUID of version 4 also gives a
   *     result, which is meaningless
   * @return the UUID of version 7
   * @throws InvalidIdException if the UUID is of another version or variant
   */
  public UUID reveal(UUID shown) {
    return converted(shown, RANDOM, TIME_ORDERED);
  }

  private UUID converted(UUID uuid, int from, int to) {
    Arguments.checkId(
        uuid.version() == from && uuid.variant() == RFC_VARIANT,
        "the UUID is not of version {}: version={}, variant={}, uuid={}; {}",
        from,
        uuid.version(),
        uuid.variant(),
        uuid,
        from == RANDOM ? "hide never returned it" : "it cannot be hidden");
    Ff1 ff1 = ciphers.take();
    ff1.run(to == RANDOM, left(uuid), right(uuid));
    UUID converted = uuid(to, ff1.left, ff1.right);
    ciphers.giveBack(ff1);
    return converted;
  }

  /**
   * Returns the first 61 of the 122 bits: 48 bits before the version, 12 bits after the version,
   * and 1 bit after the variant.
   */
  private static long left(UUID uuid) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    return high >>> 16 << 13 | (high & 0xfff) << 1 | (low >>> HALF_BITS & 1);
  }

  /** Returns the last 61 of the 122 bits. */
  private static long right(UUID uuid) {
    return uuid.getLeastSignificantBits() & HALF;
  }

  private static UUID uuid(int version, long left, long right) {
    return new UUID(
        left >>> 13 << 16 | (long) version << 12 | (left >>> 1 & 0xfff),
        (long) RFC_VARIANT << 62 | (left & 1) << HALF_BITS | right);
  }
}
