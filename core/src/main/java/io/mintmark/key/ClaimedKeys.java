package io.mintmark.key;

import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.LocalLine.Encoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Makes each call claim the positions that it needs.
 *
 * @param claims claims a number of positions that the format can all show
 */
record ClaimedKeys(ClaimQueue claims) implements KeyPositions {

  @Override
  public String next(long shard, Encoder<String> encoder) {
    return encoder.encode(-1, claims.claim(1), shard);
  }

  @Override
  public List<String> next(int count, long shard, Encoder<String> encoder) {
    return keys(claims.claim(count), count, shard, encoder);
  }

  @Override
  public CompletableFuture<List<String>> nextAsync(int count, long shard, Encoder<String> encoder) {
    return claims.claimAsync(count, start -> keys(start, count, shard, encoder));
  }

  private static List<String> keys(long start, int count, long shard, Encoder<String> encoder) {
    List<String> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys.add(encoder.encode(-1, start + i, shard));
    }
    return keys;
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
