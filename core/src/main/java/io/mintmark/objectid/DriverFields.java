package io.mintmark.objectid;

import io.mintmark.internal.text.FieldBits;

/**
 * The fields of an ObjectId in the layout that the early Java driver of MongoDB actually used: 4
 * bytes of seconds, 4 bytes of machine, and 4 bytes of inc (a counter). The lower half of the
 * machine identified the process. Every id can be read in this layout, but the fields have this
 * meaning only in ids that were made in it.
 *
 * @param seconds the seconds since 1970, 32 bits
 * @param machine the machine, 32 bits; negative if the highest bit is set, as in that driver
 * @param inc the value of the counter, 32 bits; negative if the highest bit is set
 */
public record DriverFields(long seconds, int machine, int inc) {

  /**
   * Checks that the time fits into its bits.
   *
   * @param seconds the seconds since 1970
   * @param machine the machine
   * @param inc the value of the counter
   * @throws IllegalArgumentException if the seconds do not fit into 32 bits
   */
  public DriverFields {
    FieldBits.check("seconds", seconds, 32);
  }

  static DriverFields of(int seconds, long low) {
    return new DriverFields(Integer.toUnsignedLong(seconds), (int) (low >>> 32), (int) low);
  }

  /**
   * Combines the fields into an id.
   *
   * @return the id with these fields
   */
  public ObjectId id() {
    return new ObjectId((int) seconds, (long) machine << 32 | Integer.toUnsignedLong(inc));
  }
}
