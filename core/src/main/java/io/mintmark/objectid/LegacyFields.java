package io.mintmark.objectid;

import io.mintmark.internal.text.FieldBits;

/**
 * The fields of an ObjectId in the layout that its specification had until July 2018: 4 bytes of
 * seconds, 3 bytes of machine, 2 bytes of process, and 3 bytes of counter. Every id can be read in
 * this layout, but the fields have this meaning only in ids that were made in it.
 *
 * @param seconds the seconds since 1970, 32 bits
 * @param machine a hash of the host's name or network interfaces, 24 bits
 * @param process the number of the process, 16 bits
 * @param counter the value of the counter, 24 bits
 */
public record LegacyFields(long seconds, int machine, int process, int counter) {

  /**
   * Checks that each field fits into its bits.
   *
   * @param seconds the seconds since 1970
   * @param machine the hash of the host
   * @param process the number of the process
   * @param counter the value of the counter
   * @throws IllegalArgumentException if a field does not fit into its bits
   */
  public LegacyFields {
    FieldBits.check("seconds", seconds, 32);
    FieldBits.check("machine", machine, 24);
    FieldBits.check("process", process, 16);
    FieldBits.check("counter", counter, 24);
  }

  static LegacyFields of(int seconds, long low) {
    return new LegacyFields(
        Integer.toUnsignedLong(seconds),
        (int) (low >>> 40),
        (int) (low >>> 24) & 0xffff,
        (int) low & 0xffffff);
  }

  /**
   * Combines the fields into an id.
   *
   * @return the id with these fields
   */
  public ObjectId id() {
    return new ObjectId((int) seconds, (long) machine << 40 | (long) process << 24 | counter);
  }
}
