package io.mintmark.uuid;

import io.mintmark.error.ExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource;
import io.mintmark.internal.line.SystemRandom;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import io.mintmark.internal.time.ElapsedClock;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Gives the ticks of a node in this process to the lines of generators. A tick of UUID versions 1
 * and 6 is a time in units of 100 ns. All generators with a random node use the same node.
 *
 * <p><b>Why no UUID repeats in this process.</b> All lines of a node claim their ticks from one
 * object of this class. It gives each tick to one line only, because the next claim begins where
 * the last one ended, or later. The line hands out each of its ticks once.
 *
 * <p><b>Why the copies of a snapshot differ.</b> The worker number of a claim is the lower half of
 * its UUIDs: the clock sequence and the node. They are drawn at the first claim after a snapshot,
 * so each copy of the process has its own. While a snapshot is taken, a line that is not suspended
 * yet may draw them again. When that line is suspended, it forgets them too, and drops what it has
 * claimed.
 */
final class NodeTicks implements RangeSource {

  static final long TICKS_PER_MS = 10_000;

  /** How many ticks a line claims if no caller needs more: a tenth of a millisecond. */
  private static final long CLAIMED = TICKS_PER_MS / 10;

  static final TickRules RULES = new TickRules(
      TickScale.of(UuidBits.GREGORIAN_EPOCH.toEpochMilli(), 1),
      TICKS_PER_MS,
      (1L << 60) / TICKS_PER_MS,
      1_000,
      Long.MAX_VALUE,
      OnClockBehind.WAIT);

  /**
   * The ticks of each node. An entry is never removed, because a new entry for the node could give
   * out the same ticks again.
   */
  static final Map<Key, NodeTicks> BY_NODE = new ConcurrentHashMap<>();

  record Key(InstantSource wall, ElapsedClock elapsed, OptionalLong node) {}

  private final Key key;

  /** Guarded by the lock of this object, like the next fields. */
  private long next;

  /** The highest time that a line has read, less the elapsed time at its claim. */
  private long highestMs = Long.MIN_VALUE / 2;

  /** The lower half of UUIDs; 0 if it must be drawn. */
  private long low;

  private NodeTicks(Key key) {
    this.key = key;
  }

  /**
   * Creates a line of a node's ticks.
   *
   * @param node 48 bits; empty for the random node of this process
   * @param context provides the clocks and the deadline; ticks of different clocks are separate
   */
  static LocalLine line(String name, OptionalLong node, Context context) {
    Key key = new Key(context.wall(), context.elapsed(), node);
    NodeTicks ticks = BY_NODE.computeIfAbsent(key, NodeTicks::new);
    return new LocalLine(name, IdForm.PLAIN, ticks, RULES, context);
  }

  @Override
  public synchronized Claimed claim(ClaimRequest request) {
    if (low == 0) {
      int clockSequence = ByteBuffer.wrap(SystemRandom.bytes(Short.BYTES)).getShort() & 0x3FFF;
      low = UuidBits.low(clockSequence, key.node.orElseGet(UuidNode::random));
    }
    highestMs = Math.max(highestMs, request.wallMs() - elapsedMs());
    long start = Math.max(next, request.floorOn(low));
    long end = start + Math.max(CLAIMED, request.wanted());
    if (end > RULES.ticks() * TICKS_PER_MS) {
      throw new ExhaustedException("the 60 bits of the time have run out; no id issued");
    }
    next = end;
    return new Claimed(low, start, end, -1);
  }

  private long elapsedMs() {
    return TimeUnit.NANOSECONDS.toMillis(key.elapsed.nanos());
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  /** Otherwise two busy lines would move each other ahead of the clock without a limit. */
  @Override
  public synchronized long confirmed(long start) {
    return Math.min(start, RULES.floor(highestMs + elapsedMs()));
  }

  @Override
  public synchronized void forget() {
    low = 0;
  }
}
