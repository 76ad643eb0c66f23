package io.mintmark.simulation;

import io.mintmark.uuid.UuidBuilder;
import io.mintmark.uuid.UuidFields;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * UUIDs of versions 1 and 6. An id is a UUID's tick of 100 ns, which one process uses once for one
 * node, whichever of its generators asks. Clock sequences, and nodes that are not given, are others
 * in each run, so they are left out; what rests on them is chance.
 *
 * @param name what it is called
 * @param generators how many of them a process has
 * @param version 1 or 6
 * @param node a given node; none for the random one of each process
 */
record NodeUuids(String name, int generators, int version, OptionalLong node) implements Subject {

  private static final Instant EPOCH = Instant.parse("1582-10-15T00:00:00Z");

  private static final long TICKS_PER_SECOND = 10_000_000;

  private static final long TICKS_PER_MS = 10_000;

  private static final int TICK_NANOS = 100;

  /** How far a UUID's time may be ahead of the clock, where a millisecond's ticks are used up. */
  private static final long MAX_AHEAD_MS = 1_000;

  static NodeUuids draw(String name, SplittableRandom random) {
    return new NodeUuids(
        name,
        1,
        random.nextBoolean() ? 1 : 6,
        random.nextBoolean() ? OptionalLong.of(random.nextLong() >>> 16) : OptionalLong.empty());
  }

  @Override
  public Subject twice() {
    return new NodeUuids(name, 2, version, node);
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
    return Scope.PROCESS;
  }

  @Override
  public Order order() {
    return Order.IN_GENERATOR;
  }

  /** Nothing is promised of the order of version 1. */
  @Override
  public boolean isInOrder(long earlier, long id) {
    return version == 1 || id > earlier;
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
    return Draw.of(
        process.mint().uuids(own, settings -> {
          UuidBuilder builder = settings.version(version);
          node.ifPresent(builder::node);
        }),
        this::ids);
  }

  private long[] ids(List<UUID> made) {
    return made.stream().mapToLong(this::id).toArray();
  }

  private long id(UUID made) {
    UuidFields fields = UuidFields.of(made);
    if (fields.version() != version
        || fields.variant() != 2
        || (node.isPresent() && !fields.node().equals(node))) {
      throw new Violation("a UUID is not of its version and node: uuid=" + made);
    }
    Instant time = fields.time().orElseThrow();
    long seconds = time.getEpochSecond() - EPOCH.getEpochSecond();
    return seconds * TICKS_PER_SECOND + time.getNano() / TICK_NANOS;
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
    return EPOCH.toEpochMilli() + id / TICKS_PER_MS - MAX_AHEAD_MS;
  }

  @Override
  public String place(long position) {
    long ms = EPOCH.toEpochMilli() + position / TICKS_PER_MS - World.START.toEpochMilli();
    return "time " + PlannedFault.seconds(ms * 1_000_000) + " tick " + position % TICKS_PER_MS;
  }

  @Override
  public String about() {
    return name + " makes UUIDs of version " + version + ", of a node that is "
        + (node.isPresent() ? "given" : "drawn") + byHowMany();
  }
}
