package io.mintmark.simulation;

import io.mintmark.uuid.TypeId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * UUIDs of version 7, and TypeIDs, which are made of them. An id is a UUID's position here: its
 * milliseconds and its count, which one generator uses once. The random bits below are another's in
 * each run, so they are left out; what rests on them is chance.
 *
 * @param name what it is called
 * @param generators how many of them a process has
 * @param typed whether they are TypeIDs
 */
record Uuids(String name, int generators, boolean typed) implements Subject {

  private static final int COUNTER_BITS = 20;

  /** How far a UUID's time may be ahead of the clock, where a count is used up. */
  private static final long MAX_AHEAD_MS = 1_000;

  private static final String PREFIX = "thing";

  @Override
  public Subject twice() {
    return new Uuids(name, 2, typed);
  }

  @Override
  public Subject rolled(SplittableRandom random) {
    return this;
  }

  @Override
  public Subject differing(SplittableRandom random) {
    throw new UnsupportedOperationException("processes agree on nothing for UUIDs");
  }

  @Override
  public Scope scope() {
    return Scope.GENERATOR;
  }

  @Override
  public Order order() {
    return Order.IN_GENERATOR;
  }

  @Override
  public boolean survivesLoss() {
    return true;
  }

  @Override
  public long holders() {
    return Long.MAX_VALUE;
  }

  @Override
  public long idsPerSecond() {
    return 10_000;
  }

  @Override
  public Draw open(Node node, String own) {
    if (typed) {
      return Draw.of(
          node.mint().typeIds(own, settings -> settings.prefix(PREFIX)), Uuids::positionsOfTyped);
    }
    return Draw.of(node.mint().uuids(own), Uuids::positions);
  }

  private static long[] positionsOfTyped(List<TypeId> ids) {
    for (TypeId id : ids) {
      if (!id.prefix().equals(PREFIX)) {
        throw new Violation("a TypeID has another prefix: id=" + id);
      }
    }
    return positions(ids.stream().map(TypeId::uuid).toList());
  }

  private static long[] positions(List<UUID> uuids) {
    return uuids.stream().mapToLong(Uuids::position).toArray();
  }

  private static long position(UUID uuid) {
    if (uuid.version() != 7 || uuid.variant() != 2) {
      throw new Violation("a UUID is not of version 7: uuid=" + uuid);
    }
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    return high >>> 16 << COUNTER_BITS | (high & 0xfff) << 8 | (low >>> 54 & 0xff);
  }

  @Override
  public String lineOf(long id) {
    return name;
  }

  @Override
  public long positionOf(long id) {
    return id;
  }

  @Override
  public long earliestMs(long id) {
    return (id >>> COUNTER_BITS) - MAX_AHEAD_MS;
  }

  @Override
  public String place(long position) {
    long ms = (position >>> COUNTER_BITS) - World.START.toEpochMilli();
    return "time " + PlannedFault.seconds(ms * 1_000_000) + " number "
        + (position & ((1L << COUNTER_BITS) - 1));
  }

  @Override
  public String about() {
    return name + " makes " + (typed ? "TypeIDs" : "UUIDs of version 7") + byHowMany();
  }
}
