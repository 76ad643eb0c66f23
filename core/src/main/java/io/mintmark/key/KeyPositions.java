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

/** Hands out positions, each for one key. */
interface KeyPositions {

  /** Makes the key of the next position. */
  String next(long shard, Encoder<String> encoder);

  /** Makes a batch of keys. */
  void fill(RunSink sink);

  /** Makes a batch of keys as text, without blocking. */
  CompletableFuture<List<String>> fillAsync(ListSink<String> sink);

  /** Returns the count of positions handed out. */
  long made();

  /** Returns the lifecycle, which stops the positions. */
  Lifecycle lifecycle();

  /** Adds facts about the claims, for people. */
  void describe(Map<String, String> facts);

  /** Returns how much is claimed ahead. */
  default Optional<Supply> supply() {
    return Optional.empty();
  }
}
