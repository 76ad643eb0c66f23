package io.mintmark.uuid;

import java.util.Comparator;
import java.util.UUID;

/**
 * The order of UUIDs as unsigned numbers. It is also the order of their bytes and of their text,
 * and for versions 6 and 7 the order of time. {@link UUID#compareTo} has a different order, because
 * it compares each half as a signed number.
 */
final class UuidOrder implements Comparator<UUID> {
  @Override
  public int compare(UUID one, UUID other) {
    int byHigh = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return byHigh != 0
        ? byHigh
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }
}
