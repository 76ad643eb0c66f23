package io.mintmark.uuid;

import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Suspendable;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import io.mintmark.time.ElapsedClock;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ticks of a node in this process. All generators of versions 1 and 6 that have one node take
 * their ticks from one line, whose position is the tick of 100 ns itself, 10,000 to a millisecond,
 * and leaves the line once. So they never make one UUID twice. Those with a random node share one.
 *
 * <p>Clock sequence and node stay the same until the process is restored from a checkpoint. A
 * thread can be stopped by that checkpoint between reading the two and taking its tick. Both copies
 * would then make the same UUID, so the two are read again afterwards: they have changed before the
 * line gives any tick to a copy, and the tick is burned.
 */
final class NodeTicks implements Suspendable {

  static final long TICKS_PER_MS = 10_000;

  static final TickRules RULES = new TickRules(
      TickScale.of(UuidBits.GREGORIAN_EPOCH.toEpochMilli(), 1),
      TICKS_PER_MS,
      (1L << 60) / TICKS_PER_MS,
      1_000,
      Long.MAX_VALUE,
      OnClockBehind.WAIT);

  /** For as long as the process lives: a node whose ticks were forgotten could repeat them. */
  static final Map<Key, NodeTicks> BY_NODE = new ConcurrentHashMap<>();

  record Key(InstantSource wall, ElapsedClock elapsed, OptionalLong node) {}

  private final OptionalLong givenNode;
  private final LocalLine line;

  private volatile long low;

  private NodeTicks(OptionalLong givenNode, Context context) {
    this.givenNode = givenNode;
    String name = givenNode.isPresent()
        ? String.format("uuid node %012x", givenNode.getAsLong())
        : "uuid random node";
    this.line = LocalLines.unclaimed(name, RULES, IdForm.PLAIN, context);
    this.low = drawLow();
    Checkpoints.add(this);
  }

  /**
   * Finds the ticks of a node.
   *
   * @param node 48 bits; none for the random node of this process
   * @param context clocks and deadline; the ticks of other clocks are others
   */
  static NodeTicks of(OptionalLong node, Context context) {
    return BY_NODE.computeIfAbsent(
        new Key(context.wall(), context.elapsed(), node),
        key -> new NodeTicks(node, context.unobserved()));
  }

  private long drawLow() {
    int clockSequence = new SecureRandom().nextInt(1 << 14);
    return UuidBits.low(clockSequence, givenNode.orElseGet(UuidNode::random));
  }

  /** Makes a UUID of version 1 or 6 of a tick that nobody else gets. */
  UUID next(int version) {
    while (true) {
      long before = low;
      long tick = line.next();
      if (before == low) {
        return uuid(version, tick, before);
      }
    }
  }

  /** Makes UUIDs as {@link #next(int)} does. */
  List<UUID> next(int version, int count) {
    while (true) {
      long before = low;
      long[] ticks = line.next(count);
      if (before == low) {
        return uuids(version, ticks, before);
      }
    }
  }

  /** Makes the same, and does not wait. */
  CompletableFuture<List<UUID>> nextAsync(int version, int count) {
    long before = low;
    return line.nextAsync(count, ticks -> ticks)
        .thenCompose(ticks -> before == low
            ? CompletableFuture.completedFuture(uuids(version, ticks, before))
            : nextAsync(version, count));
  }

  private static List<UUID> uuids(int version, long[] ticks, long lowBits) {
    List<UUID> uuids = new ArrayList<>(ticks.length);
    for (long tick : ticks) {
      uuids.add(uuid(version, tick, lowBits));
    }
    return Collections.unmodifiableList(uuids);
  }

  private static UUID uuid(int version, long tick, long lowBits) {
    return new UUID(version == 1 ? UuidBits.highOfV1(tick) : UuidBits.highOfV6(tick), lowBits);
  }

  @Override
  public void suspend() {
    line.suspend();
  }

  @Override
  public void resume() {
    low = drawLow();
    line.resume();
  }
}
