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

/** Hands out positions, each of which makes one key. */
interface KeyPositions {

  /** Makes the key of the next position. */
  String next(long shard, Encoder<String> encoder);

  /** Makes a batch of keys. */
  void fill(RunSink sink);

  /** Makes a batch of keys as text, and does not wait. */
  CompletableFuture<List<String>> fillAsync(ListSink<String> sink);

  /** How many were handed out. */
  long made();

  /** What stops them. */
  Lifecycle lifecycle();

  /** Says what is claimed, for people. */
  void describe(Map<String, String> facts);

  /** Says what is claimed ahead, in numbers. */
  default Optional<Supply> supply() {
    return Optional.empty();
  }
}
