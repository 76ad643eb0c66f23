package io.mintmark.key;

import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.ListSink;
import io.mintmark.internal.line.LocalLine.Encoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Hands out positions. Each position is for one key. */
interface KeyPositions {

  /** Takes the next position, and returns its key. */
  String next(long shard, Encoder<String> encoder);

  /** Makes a batch of keys. */
  void fill(RunSink sink);

  /** Makes a batch of keys as text, without blocking. */
  CompletableFuture<List<String>> fillAsync(ListSink<String> sink);

  /** Returns the count of positions handed out. */
  long made();

  /** Returns the lifecycle, with which handing out positions is stopped. */
  Lifecycle lifecycle();

  /** Adds facts about the claims, for people. */
  void describe(Map<String, String> facts);

  /** Returns how many positions are claimed ahead, and for how long they can be used. */
  default Optional<Supply> supply() {
    return Optional.empty();
  }
}
