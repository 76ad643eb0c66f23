package io.mintmark.uuid;

import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Suspendable;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import io.mintmark.internal.time.ElapsedClock;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hands out the ticks of a node in this process. A tick of UUID versions 1 and 6 is a time in units
 * of 100 ns. All generators of these versions with the same node take their ticks from one {@link
 * LocalLine}, a counter in this process. A position of this line is a tick, and the line hands out
 * each position once. So these generators never make the same UUID twice. All generators with a
 * random node use the same node.
 *
 * <p>Clock sequence and node stay the same until the process is restored from a checkpoint. A
 * checkpoint can stop a thread after it has read the two values and before it has taken its tick.
 * If the process is restored twice, both copies of the thread could then make the same UUID. So
 * each copy of the process draws a new clock sequence, and a new random node, before its line hands
 * out any tick. A thread reads the two values again after it took its tick. If they have changed,
 * it burns the tick (does not use it) and starts again.
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

  /**
   * The ticks of each node. An entry is never removed, because a new entry for the node could hand
   * out the same ticks again.
   */
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
   * Returns the ticks of a node.
   *
   * @param node 48 bits; empty for the random node of this process
   * @param context provides the clocks and the deadline; ticks of different clocks are separate
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

  /** Makes a batch of UUIDs, and waits if necessary. */
  void fill(int version, long[] ids) {
    while (true) {
      long before = low;
      line.fill(ids.length / 2, encoder(version, before).into(ids, 2), false);
      if (before == low) {
        return;
      }
    }
  }

  /** Makes a batch of UUIDs without blocking the caller. */
  CompletableFuture<List<UUID>> nextAsync(int version, int count) {
    long before = low;
    long[] words = new long[2 * count];
    return line.fillAsync(count, encoder(version, before).into(words, 2), false, () -> words)
        .thenCompose(filled -> before == low
            ? CompletableFuture.completedFuture(UuidBits.uuids(filled))
            : nextAsync(version, count));
  }

  private static WordEncoder encoder(int version, long lowBits) {
    return (worker, start, count, into, from) -> {
      for (int i = 0; i < count; i++) {
        into[from + 2 * i] =
            version == 1 ? UuidBits.highOfV1(start + i) : UuidBits.highOfV6(start + i);
        into[from + 2 * i + 1] = lowBits;
      }
    };
  }

  @Override
  public void suspend() {
    line.suspend();
    // A caller may have taken a tick before the checkpoint, and not compared the values yet.
    // Because of the new value, the caller burns the tick in every copy.
    low = drawLow();
  }

  @Override
  public void resume() {
    low = drawLow();
    line.resume();
  }
}
