package io.mintmark.objectid;

import io.mintmark.internal.text.FieldBits;

/**
 * An ObjectId in the layout of its specification until July 2018: 4 bytes of seconds, 3 of machine,
 * 2 of process, 3 of counter. Every id can be read in this layout, but the fields have this meaning
 * only in ids that were made in it.
 *
 * @param seconds time since 1970, 32 bits
 * @param machine a hash of the host's name or network interfaces, 24 bits
 * @param process the process's number, 16 bits
 * @param counter the count, 24 bits
 */
public record LegacyFields(long seconds, int machine, int process, int counter) {

  /**
   * Checks the widths.
   *
   * @param seconds time since 1970
   * @param machine the host's hash
   * @param process the process's number
   * @param counter the count
   * @throws IllegalArgumentException if a field does not fit its bits
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
