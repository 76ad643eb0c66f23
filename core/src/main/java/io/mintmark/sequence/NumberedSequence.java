package io.mintmark.sequence;

import io.mintmark.generator.Description;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.LocalLine;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param line hands out positions of segments; null if the sequence is strict
 * @param claims claims positions for each call; null if the sequence is segmented
 */
record NumberedSequence(
    String name,
    Numbering numbering,
    @Nullable LocalLine line,
    @Nullable ClaimQueue claims) implements Sequence {

  private ClaimQueue queue() {
    return Objects.requireNonNull(claims, "claims");
  }

  @Override
  public String kind() {
    return "sequence";
  }

  @Override
  public long next() {
    return numbering.number(line != null ? line.next() : queue().claim(1));
  }

  @Override
  public void fill(long[] ids) {
    int count = BatchSize.of(ids, 1);
    if (line != null) {
      line.fill(count, numbering.into(ids, 1), false);
    } else {
      numbering.encode(0, queue().claim(count), count, ids, 0);
    }
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    BatchSize.check(count);
    long[] ids = new long[count];
    return line != null
        ? line.fillAsync(count, numbering.into(ids, 1), false, () -> ids)
        : queue().claimAsync(count, start -> {
          numbering.encode(0, start, count, ids, 0);
          return ids;
        });
  }

  @Override
  public LongRange reserve(long count) {
    numbering.checkReserve(name, count);
    long last = line != null ? line.reserve(count) : queue().claim(count) + count - 1;
    return numbering.range(last, count);
  }

  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    numbering.checkReserve(name, count);
    return line != null
        ? line.reserveAsync(count, last -> numbering.range(last, count))
        : queue().claimAsync(count, start -> numbering.range(start + count - 1, count));
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
    return line != null ? line.made() : queue().made();
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
    return Optional.ofNullable(line).map(LocalLine::supply);
  }
}
