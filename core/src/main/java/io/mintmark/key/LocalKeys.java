package io.mintmark.key;

import io.mintmark.generator.Supply;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLine.Encoder;
import io.mintmark.internal.line.LocalLine.Holding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Positions claimed ahead on worker numbers' lines. */
record LocalKeys(LocalLine line, boolean oneTick) implements KeyPositions {

  @Override
  public String next(long shard, Encoder<String> encoder) {
    return line.next(shard, encoder);
  }

  @Override
  public List<String> next(int count, long shard, Encoder<String> encoder) {
    return line.next(count, oneTick, shard, encoder);
  }

  @Override
  public CompletableFuture<List<String>> nextAsync(int count, long shard, Encoder<String> encoder) {
    return line.nextAsync(count, oneTick, shard, encoder);
  }

  @Override
  public long made() {
    return line.made();
  }

  @Override
  public void describe(Map<String, String> facts) {
    Holding holding = line.holding();
    facts.put("worker", holding.worker() < 0 ? "none" : Long.toString(holding.worker()));
    facts.put("claimed-left", Long.toString(holding.left()));
  }

  @Override
  public Optional<Supply> supply() {
    return Optional.of(line.supply());
  }

  @Override
  public Lifecycle lifecycle() {
    return line;
  }
}
