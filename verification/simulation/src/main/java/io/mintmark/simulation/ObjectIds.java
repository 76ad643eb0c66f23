package io.mintmark.simulation;

import io.mintmark.objectid.ObjectId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * ObjectIds of one world. All its processes are one to the product, as they share the class that
 * draws randoms: no two of their ids may be equal, whichever generators they are of.
 *
 * <p>Randoms and the counters' starts are others in each run, and a world must be the same each
 * time. So an id is, from its highest bits on: its second, counted from long before the world's
 * beginning; the number of its random, in the order in which they were first seen; and how far its
 * counter is from where it stood when that was. Two ids are equal where these are.
 */
final class ObjectIds implements Subject {

  private static final int COUNTER_BITS = 24;

  /** In a crowd each snapshot has hundreds of generators draw another. */
  private static final int RANDOM_BITS = 20;

  /** No clock is stepped so far, either way: three days. */
  private static final long SECONDS_BEFORE = 1 << 18;

  private static final long FIRST_SECOND = World.START.getEpochSecond() - SECONDS_BEFORE;

  private static final long TOLERANCE_MS = 60_000;

  private final String name;
  private final int generators;

  /** By their randoms. */
  private final Map<Long, Counter> counters = new HashMap<>();

  private ObjectIds(String name, int generators) {
    this.name = name;
    this.generators = generators;
  }

  /** Where a random's counter stood when it was first seen. */
  private record Counter(long number, int start) {}

  static ObjectIds named(String name) {
    return new ObjectIds(name, 1);
  }

  @Override
  public Subject inNewWorld() {
    return new ObjectIds(name, generators);
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
    return new ObjectIds(name, 2);
  }

  @Override
  public Subject rolled(SplittableRandom random) {
    return this;
  }

  @Override
  public Subject differing(SplittableRandom random) {
    throw new UnsupportedOperationException("processes agree on nothing for ObjectIds");
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
    return second(id) >= second(earlier);
  }

  /** Seconds of so many years would leave too few bits for a random and its count. */
  @Override
  public boolean bearsLeaps() {
    return false;
  }

  @Override
  public long toleratedMs() {
    return TOLERANCE_MS;
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
    return Draw.of(node.mint().objectIds(own), this::ids);
  }

  private long[] ids(List<ObjectId> made) {
    return made.stream().mapToLong(this::id).toArray();
  }

  private long id(ObjectId made) {
    Counter counter = counters.computeIfAbsent(
        made.random(), random -> new Counter(counters.size(), made.counter()));
    long second = made.time().getEpochSecond() - FIRST_SECOND;
    if (second < 0 || second >= 2 * SECONDS_BEFORE || counter.number() >>> RANDOM_BITS != 0) {
      throw new IllegalStateException(
          "a world has too many randoms, or its clocks too wide steps: id=" + made);
    }
    long count = (made.counter() - counter.start()) & ((1L << COUNTER_BITS) - 1);
    return (second << RANDOM_BITS | counter.number()) << COUNTER_BITS | count;
  }

  private static long second(long id) {
    return id >>> (RANDOM_BITS + COUNTER_BITS);
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
    return (FIRST_SECOND + second(id)) * 1_000;
  }

  @Override
  public String place(long position) {
    return "second " + (second(position) - SECONDS_BEFORE) + " random "
        + (position >>> COUNTER_BITS & ((1 << RANDOM_BITS) - 1)) + " count "
        + (position & ((1 << COUNTER_BITS) - 1));
  }

  @Override
  public String text(long id) {
    return "(" + place(id) + ")";
  }

  @Override
  public String about() {
    return name + " makes ObjectIds" + byHowMany();
  }
}
