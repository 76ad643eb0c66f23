package io.mintmark.sequence;

import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordArray;
import io.mintmark.internal.line.LocalLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A sequence that claims segments, which are ranges of numbers, ahead of their use.
 *
 * @param name the generator's name
 * @param numbering maps positions to numbers
 * @param line hands out positions
 */
record SegmentedSequence(String name, Numbering numbering, LocalLine line)
    implements NumberedSequence {

  @Override
  public long next() {
    return numbering.number(line.next());
  }

  @Override
  public void fill(RunSink sink) {
    line.fill(sink, false);
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    Generator.checkCount(count);
    long[] ids = new long[count];
    return line.fillAsync(new WordArray(ids, 1, numbering), false, () -> ids);
  }

  @Override
  public LongRange reserve(long count) {
    numbering.checkReserve(name, count);
    return numbering.range(line.reserve(count), count);
  }

  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    numbering.checkReserve(name, count);
    return line.reserveAsync(count, last -> numbering.range(last, count));
  }

  @Override
  public boolean isStrict() {
    return false;
  }

  @Override
  public long made() {
    return line.made();
  }

  @Override
  public Description describe() {
    Map<String, String> facts = numbering.facts();
    facts.put("order", numbering.order("within this process"));
    facts.put("segment-left", Long.toString(line.holding().left()));
    return new Description(name, KIND, facts, List.of());
  }

  @Override
  public Optional<Supply> supply() {
    return Optional.of(line.supply());
  }
}
