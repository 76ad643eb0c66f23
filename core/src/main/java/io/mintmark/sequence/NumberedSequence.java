package io.mintmark.sequence;

import io.mintmark.generator.Description;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.Positions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of one line. A segmented sequence claims segments, which are ranges of numbers, ahead
 * of their use. A strict sequence makes a claim for each number. Its process keeps no numbers in
 * reserve. So a crash loses no numbers, and every number is claimed after its call has begun.
 *
 * @param name the generator's name
 * @param numbering maps positions to numbers
 * @param positions hands out positions: of segments, or claimed by each call if the sequence is
 *     strict
 * @param line hands out the positions of segments; null if the sequence is strict
 */
record NumberedSequence(
    String name,
    Numbering numbering,
    Positions positions,
    @Nullable LocalLine line) implements Sequence {

  static NumberedSequence of(String name, Numbering numbering, Positions positions) {
    LocalLine line = positions instanceof LocalLine ahead ? ahead : null;
    return new NumberedSequence(name, numbering, positions, line);
  }

  @Override
  public String kind() {
    return "sequence";
  }

  @Override
  public long next() {
    return numbering.number(line != null ? line.next() : positions.next());
  }

  @Override
  public void fill(long[] ids) {
    positions.fill(BatchSize.of(ids, 1), numbering.into(ids, 1), false);
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    BatchSize.check(count);
    long[] ids = new long[count];
    return positions.fillAsync(count, numbering.into(ids, 1), false, () -> ids);
  }

  @Override
  public LongRange reserve(long count) {
    numbering.checkReserve(name, count);
    return numbering.range(positions.reserve(count), count);
  }

  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    numbering.checkReserve(name, count);
    return positions.reserveAsync(count, last -> numbering.range(last, count));
  }

  @Override
  public long decode(long id) {
    return numbering.plain(name, id);
  }

  @Override
  public boolean isStrict() {
    return line == null;
  }

  @Override
  public long made() {
    return positions.made();
  }

  @Override
  public Description describe() {
    Map<String, String> facts = numbering.facts();
    if (line != null) {
      facts.put("order", numbering.order("within this process"));
      facts.put("segment-left", Long.toString(line.holding().left()));
    } else {
      facts.put("order", numbering.order("one over all processes"));
      facts.put("claims", "one for each call");
    }
    return new Description(name, kind(), facts, List.of());
  }

  @Override
  public Optional<Supply> supply() {
    return positions.supply();
  }
}
