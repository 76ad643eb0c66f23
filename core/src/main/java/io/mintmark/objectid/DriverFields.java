package io.mintmark.objectid;

import io.mintmark.internal.text.FieldBits;

/**
 * An ObjectId as the early Java driver in fact made and read it: 4 bytes of seconds, 4 of machine,
 * whose lower half stood for the process, and 4 of inc. Every id can be read so; only one made so
 * means it.
 *
 * @param seconds time since 1970, 32 bits
 * @param machine the machine, 32 bits; negative where the highest is set, as that driver had it
 * @param inc the count, 32 bits; negative where the highest is set
 */
public record DriverFields(long seconds, int machine, int inc) {

  /**
   * Checks the width of the time.
   *
   * @param seconds time since 1970
   * @param machine the machine
   * @param inc the count
   * @throws IllegalArgumentException if the seconds do not fit their bits
   */
  public DriverFields {
    FieldBits.check("seconds", seconds, 32);
  }

  static DriverFields of(int seconds, long low) {
    return new DriverFields(Integer.toUnsignedLong(seconds), (int) (low >>> 32), (int) low);
  }

  /**
   * Puts the id together.
   *
   * @return the id with these fields
   */
  public ObjectId id() {
    return new ObjectId((int) seconds, (long) machine << 32 | Integer.toUnsignedLong(inc));
  }
}
