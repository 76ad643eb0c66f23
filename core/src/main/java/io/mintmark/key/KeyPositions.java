package io.mintmark.key;

import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLine.Encoder;
import io.mintmark.internal.line.LocalLine.Holding;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Hands out positions. Each position is for one key.
 *
 * @param line hands out positions that are claimed ahead on the lines of worker numbers; null for a
 *     format without a worker
 * @param oneTick whether all positions of a batch must be in one tick
 * @param claims claims the positions that each call needs, for a format without a worker; otherwise
 *     null. It returns only positions that fit the format of the keys
 */
record KeyPositions(
    @Nullable LocalLine line, boolean oneTick, @Nullable ClaimQueue claims) {

  /** The worker number of a key without a worker. */
  private static final long NO_WORKER = -1;

  private ClaimQueue queue() {
    return Objects.requireNonNull(claims, "claims");
  }

  /** Takes the next position, and returns its key. */
  String next(long shard, Encoder<String> encoder) {
    return line != null
        ? line.next(shard, encoder)
        : Objects.requireNonNull(encoder.encode(NO_WORKER, queue().claim(1), shard));
  }

  /** Makes a batch of keys. */
  void fill(int count, RunSink sink) {
    if (line != null) {
      line.fill(count, sink, oneTick);
    } else {
      add(queue().claim(count), count, sink);
    }
  }

  /** Adds the positions that were claimed for a batch. */
  private void add(long start, int count, RunSink sink) {
    long unused = sink.add(NO_WORKER, start, queue().end(start, count) - start, 0);
  }

  /** Makes a batch of keys as text, without blocking. */
  CompletableFuture<List<String>> fillAsync(int count, RunSink sink, List<String> keys) {
    return line != null
        ? line.fillAsync(count, sink, oneTick, () -> keys)
        : queue().claimAsync(count, start -> {
          add(start, count, sink);
          return keys;
        });
  }

  /** Returns the count of positions handed out. */
  long made() {
    return line != null ? line.made() : queue().made();
  }

  /** Adds facts about the claims, for people. */
  void describe(Map<String, String> facts) {
    if (line != null) {
      Holding holding = line.holding();
      facts.put("worker", holding.worker() < 0 ? "none" : Long.toString(holding.worker()));
      facts.put("claimed-left", Long.toString(holding.left()));
    } else {
      facts.put("order", "one over all processes");
      facts.put("claims", "one for each call");
    }
  }

  /** Returns how many positions are claimed ahead, and for how long they can be used. */
  Optional<Supply> supply() {
    return Optional.ofNullable(line).map(LocalLine::supply);
  }

  /** Returns the lifecycle, with which handing out positions is stopped. */
  Lifecycle lifecycle() {
    return line != null ? line : queue();
  }
}
