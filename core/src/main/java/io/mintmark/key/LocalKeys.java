package io.mintmark.key;

import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.ListSink;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLine.Encoder;
import io.mintmark.internal.line.LocalLine.Holding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Hands out positions that are claimed ahead on the lines of worker numbers. */
record LocalKeys(LocalLine line, boolean oneTick) implements KeyPositions {

  @Override
  public String next(long shard, Encoder<String> encoder) {
    return line.next(shard, encoder);
  }

  @Override
  public void fill(RunSink sink) {
    line.fill(sink, oneTick);
  }

  @Override
  public CompletableFuture<List<String>> fillAsync(ListSink<String> sink) {
    return line.fillAsync(sink, oneTick, sink::ids);
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
