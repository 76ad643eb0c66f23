package io.mintmark.key;

import io.mintmark.generator.Supply;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.LocalLine.Encoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Hands out positions, each of which makes one key. */
interface KeyPositions {

  /** Makes the key of the next position. */
  String next(long shard, Encoder<String> encoder);

  /** Makes the keys of the next positions, in their order. */
  List<String> next(int count, long shard, Encoder<String> encoder);

  /** Makes the same, and does not wait. */
  CompletableFuture<List<String>> nextAsync(int count, long shard, Encoder<String> encoder);

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
