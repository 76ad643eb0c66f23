package io.mintmark.uuid;

import java.util.Comparator;
import java.util.UUID;

/**
 * The order of UUIDs as unsigned numbers, which is that of their bytes and of their text, and the
 * order of time for versions 6 and 7. {@link UUID#compareTo} is another: it takes either half as
 * signed.
 */
public enum UuidOrder implements Comparator<UUID> {
  /** The one order there is. */
  UNSIGNED;

  @Override
  public int compare(UUID one, UUID other) {
    int byHigh = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return byHigh != 0
        ? byHigh
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }
}
