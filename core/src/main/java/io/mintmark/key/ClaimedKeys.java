package io.mintmark.key;

import io.mintmark.internal.line.Gate;
import io.mintmark.internal.line.LocalLine.Encoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Positions of which every call claims what it needs.
 *
 * @param claims claims so many, all of which can be shown, and returns the first
 */
record ClaimedKeys(LongUnaryOperator claims, Gate gate) implements KeyPositions {

  @Override
  public String next(long shard, Encoder<String> encoder) {
    return encoder.encode(-1, claim(1), shard);
  }

  @Override
  public List<String> next(int count, long shard, Encoder<String> encoder) {
    long start = claim(count);
    List<String> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys.add(encoder.encode(-1, start + i, shard));
    }
    return keys;
  }

  private long claim(long count) {
    gate.pass();
    return claims.applyAsLong(count);
  }

  @Override
  public void describe(Map<String, String> facts) {
    facts.put("order", "one over all processes");
    facts.put("claims", "one for each call");
  }

  @Override
  public void suspend() {
    gate.suspend();
  }

  @Override
  public void resume() {
    gate.resume();
  }

  @Override
  public void close() {
    gate.close();
  }
}
