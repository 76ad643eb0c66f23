package io.mintmark.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * UUIDs of version 4. Their bits are others in each run, and a world must be the same each time. So
 * an id is the number of its UUID in the order in which they were first seen: two ids are equal
 * where their UUIDs are.
 */
final class RandomUuids implements Subject {

  private final String name;
  private final int generators;
  private final Map<UUID, Long> seen = new HashMap<>();

  private RandomUuids(String name, int generators) {
    this.name = name;
    this.generators = generators;
  }

  static RandomUuids named(String name) {
    return new RandomUuids(name, 1);
  }

  @Override
  public Subject inNewWorld() {
    return new RandomUuids(name, generators);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int generators() {
    return generators;
  }

  @Override
  public Subject twice() {
    return new RandomUuids(name, 2);
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
    return Scope.WORLD;
  }

  @Override
  public Order order() {
    return Order.IN_GENERATOR;
  }

  @Override
  public boolean isInOrder(long earlier, long id) {
    return true;
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
  public Draw open(Node process, String own) {
    return Draw.of(process.mint().uuids(own, settings -> settings.version(4)), this::ids);
  }

  private long[] ids(List<UUID> made) {
    return made.stream().mapToLong(this::id).toArray();
  }

  private long id(UUID made) {
    if (made.version() != 4 || made.variant() != 2) {
      throw new Violation("a UUID is not of version 4: uuid=" + made);
    }
    return seen.computeIfAbsent(made, each -> (long) seen.size());
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
  public String text(long id) {
    return "(the " + place(id) + ")";
  }

  @Override
  public String place(long position) {
    return "UUID that was seen as number " + position;
  }

  @Override
  public String about() {
    return name + " makes UUIDs of version 4" + byHowMany();
  }
}
