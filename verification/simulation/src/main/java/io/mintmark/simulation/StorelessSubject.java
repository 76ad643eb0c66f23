package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.objectid.ObjectId;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidFields;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Ids that need no store. Their random bits differ in each run, but a run must always be the same.
 * So an id is encoded without them, or its random value is replaced by a number, in the order in
 * which the values were first seen:
 *
 * <ul>
 * <li>UUID 7, TypeID: the milliseconds and the count. One generator uses each pair of them only
 *     once.
 * <li>UUID 1, 6: the tick of 100 ns. For one node, one process uses each tick only once.
 * <li>UUID 4: the number of the UUID in the order in which they were first seen.
 * <li>ObjectId: from the highest bits to the lowest, the second, the number of its random value,
 *     and the distance of its counter from the counter of the first id with this random value. All
 *     processes of a run share the class that draws random values, so they are one process for the
 *     product.
 * </ul>
 */
final class StorelessSubject extends Subject {

  private static final String PREFIX = "thing";

  /** How far a UUID's time may be ahead of the clock, after a count is used up. */
  private static final long MAX_AHEAD_MS = 1_000;

  private static final int UUID_COUNTER_BITS = 20;

  private static final Instant UUID_EPOCH = Instant.parse("1582-10-15T00:00:00Z");

  private static final int COUNTER_BITS = 24;

  /**
   * Enough random values for many processes, although each snapshot makes hundreds of generators
   * draw a new one.
   */
  private static final int RANDOM_BITS = 20;

  /** Three days. No clock of a run without leaps is stepped so far, forwards or backwards. */
  private static final long SECONDS_BEFORE = 1 << 18;

  private static final long FIRST_SECOND = Run.START.getEpochSecond() - SECONDS_BEFORE;

  private final Kind kind;
  private final OptionalLong node;
  private final Map<UUID, Long> uuids = new HashMap<>();
  private final Map<Long, Counter> counters = new HashMap<>();

  /** The kinds of ids. */
  enum Kind {
    OBJECT_ID(0, Scope.RUN),
    TYPE_ID(7, Scope.GENERATOR),
    UUID_1(1, Scope.PROCESS),
    UUID_4(4, Scope.RUN),
    UUID_6(6, Scope.PROCESS),
    UUID_7(7, Scope.GENERATOR);

    private final int version;
    private final Scope scope;

    Kind(int version, Scope scope) {
      this.version = version;
      this.scope = scope;
    }
  }

  /** The number of an ObjectId's random value, and its counter when that value was first seen. */
  private record Counter(long number, int start) {}

  private StorelessSubject(String name, int generators, Kind kind, OptionalLong node) {
    super(name, generators, kind.scope, Order.IN_GENERATOR);
    this.kind = kind;
    this.node = node;
    if (kind == Kind.OBJECT_ID) {
      toleratedMs = 60_000;
      // Seconds of many years would leave too few bits for a random value and its count.
      bearsLeaps = false;
    }
  }

  static Subject of(String name, Kind kind) {
    return new StorelessSubject(name, 1, kind, OptionalLong.empty());
  }

  /** Draws UUIDs of version 1 or 6, with a given node or the random node of each process. */
  static Subject ofNode(String name, SplittableRandom random) {
    Kind kind = random.nextBoolean() ? Kind.UUID_1 : Kind.UUID_6;
    boolean given = random.nextBoolean();
    OptionalLong node = given ? OptionalLong.of(random.nextLong() >>> 16) : OptionalLong.empty();
    return new StorelessSubject(name, 1, kind, node);
  }

  @Override
  Subject inNewRun() {
    return new StorelessSubject(name, generators, kind, node);
  }

  @Override
  Subject twice() {
    return new StorelessSubject(name, 2, kind, node);
  }

  @Override
  Draw open(Node process, String own) {
    Mintmark mint = process.mint;
    return switch (kind) {
      case OBJECT_ID -> Draw.of(mint.objectIds(own), this::objectId);
      case TYPE_ID -> Draw.of(PrefixedIds.typeIds(mint.uuids(own), PREFIX), this::typeId);
      default ->
        Draw.of(
            mint.uuids(own, s -> {
              s.version(kind.version);
              node.ifPresent(s::node);
            }),
            this::uuid);
    };
  }

  private long objectId(ObjectId made) {
    Counter counter = counters.computeIfAbsent(
        made.random(), random -> new Counter(counters.size(), made.counter()));
    long second = made.time().getEpochSecond() - FIRST_SECOND;
    if (second < 0 || second >= 2 * SECONDS_BEFORE || counter.number() >>> RANDOM_BITS != 0) {
      throw new IllegalStateException("a run has too many random values or steps: id=" + made);
    }
    long count = (made.counter() - counter.start()) & ((1L << COUNTER_BITS) - 1);
    return (second << RANDOM_BITS | counter.number()) << COUNTER_BITS | count;
  }

  private static long second(long id) {
    return id >>> (RANDOM_BITS + COUNTER_BITS);
  }

  private long typeId(String text) {
    TypeId id = TypeId.parse(text);
    if (!id.prefix().equals(PREFIX)) {
      throw new Violation("a TypeID has the wrong prefix: id=" + id);
    }
    return uuid(id.uuid());
  }

  private long uuid(UUID made) {
    UuidFields fields = UuidFields.of(made);
    if (made.version() != kind.version
        || made.variant() != 2
        || (node.isPresent() && !fields.node().equals(node))) {
      throw new Violation("a UUID has the wrong version or node: uuid=" + made);
    }
    long high = made.getMostSignificantBits();
    return switch (kind.version) {
      case 7 ->
        high >>> 16 << UUID_COUNTER_BITS
            | (high & 0xfff) << 8
            | (made.getLeastSignificantBits() >>> 54 & 0xff);
      case 4 -> uuids.computeIfAbsent(made, each -> (long) uuids.size());
      default -> {
        Instant time = fields.time().orElseThrow();
        long seconds = time.getEpochSecond() - UUID_EPOCH.getEpochSecond();
        yield seconds * 10_000_000 + time.getNano() / 100;
      }
    };
  }

  /** No order is promised for versions 1 and 4. */
  @Override
  boolean isInOrder(long earlier, long id) {
    return switch (kind) {
      case OBJECT_ID -> second(id) >= second(earlier);
      case UUID_1, UUID_4 -> true;
      default -> id > earlier;
    };
  }

  @Override
  long earliestMs(long id) {
    return switch (kind) {
      case OBJECT_ID -> (FIRST_SECOND + second(id)) * 1_000;
      case UUID_4 -> Long.MIN_VALUE;
      case UUID_1, UUID_6 -> UUID_EPOCH.toEpochMilli() + id / 10_000 - MAX_AHEAD_MS;
      default -> (id >>> UUID_COUNTER_BITS) - MAX_AHEAD_MS;
    };
  }

  @Override
  public String toString() {
    return super.toString() + ": " + kind + (node.isPresent() ? " of a given node" : "");
  }
}
