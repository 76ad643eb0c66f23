package io.mintmark.uuid;

import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordArray;
import io.mintmark.internal.batch.WordEncoder;
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
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The ticks of a node in this process. All generators of versions 1 and 6 with the same node take
 * their ticks from one line. A position of that line is a tick of 100 ns, 10,000 to a millisecond,
 * and the line hands it out once. So these generators never make the same UUID twice. All
 * generators with a random node share one node.
 *
 * <p>Clock sequence and node stay the same until the process is restored from a checkpoint. A
 * checkpoint can stop a thread between reading the two and taking its tick. If the process were
 * restored twice, the two copies would then make the same UUID. So the thread reads clock sequence
 * and node again after it took the tick. The clock sequence and a random node are drawn anew before
 * the line hands out any tick in a copy. If the two have changed, the thread burns its tick.
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

  /** Kept as long as the process lives: a node whose ticks were forgotten could repeat them. */
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
   * @param context clocks and deadline; each pair of clocks has separate ticks
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

  /** Makes a UUID of version 1 or 6 of a tick that no other caller gets. */
  UUID next(int version) {
    while (true) {
      long before = low;
      long tick = line.next();
      if (before == low) {
        return new UUID(high(version, tick), before);
      }
    }
  }

  /**
   * Makes a batch of UUIDs, and waits if necessary.
   *
   * @param sink makes a sink that uses the given encoder
   */
  void fill(int version, Function<WordEncoder, RunSink> sink) {
    while (true) {
      long before = low;
      line.fill(sink.apply(encoder(version, before)), false);
      if (before == low) {
        return;
      }
    }
  }

  /** Makes a batch of UUIDs as a list. The caller does not wait: the future completes later. */
  CompletableFuture<List<UUID>> nextAsync(int version, int count) {
    long before = low;
    long[] words = new long[2 * count];
    return line.fillAsync(new WordArray(words, 2, encoder(version, before)), false, () -> words)
        .thenCompose(filled -> before == low
            ? CompletableFuture.completedFuture(UuidBits.uuids(filled))
            : nextAsync(version, count));
  }

  private static WordEncoder encoder(int version, long lowBits) {
    return (worker, start, count, into, from) -> {
      for (int i = 0; i < count; i++) {
        into[from + 2 * i] = high(version, start + i);
        into[from + 2 * i + 1] = lowBits;
      }
    };
  }

  private static long high(int version, long tick) {
    return version == 1 ? UuidBits.highOfV1(tick) : UuidBits.highOfV6(tick);
  }

  @Override
  public void suspend() {
    line.suspend();
    // In every copy, a caller that took a tick before the checkpoint and has not compared yet burns
    // the tick.
    low = drawLow();
  }

  @Override
  public void resume() {
    low = drawLow();
    line.resume();
  }
}
