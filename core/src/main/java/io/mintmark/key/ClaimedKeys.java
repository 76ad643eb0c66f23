package io.mintmark.key;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.ListSink;
import io.mintmark.internal.line.LocalLine.Encoder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Hands out positions for keys without a worker number. Each call claims the positions that it
 * needs.
 *
 * @param claims the queue that claims the positions; it returns only positions that fit the format
 *     of the keys
 */
record ClaimedKeys(ClaimQueue claims) implements KeyPositions {

  @Override
  public String next(long shard, Encoder<String> encoder) {
    return encoder.encode(-1, claims.claim(1), shard);
  }

  @Override
  public void fill(RunSink sink) {
    sink.add(-1, claims.claim(sink.count()), sink.count());
  }

  @Override
  public CompletableFuture<List<String>> fillAsync(ListSink<String> sink) {
    return claims.claimAsync(sink.count(), start -> {
      sink.add(-1, start, sink.count());
      return sink.ids();
    });
  }

  @Override
  public long made() {
    return claims.made();
  }

  @Override
  public void describe(Map<String, String> facts) {
    facts.put("order", "one over all processes");
    facts.put("claims", "one for each call");
  }

  @Override
  public Lifecycle lifecycle() {
    return claims;
  }
}
