package io.mintmark.sequence;

import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.ClaimQueue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A sequence that makes a claim for each number. This process keeps no numbers in reserve. So a
 * crash loses no numbers, and every number is claimed after its call has begun.
 *
 * @param name the generator's name
 * @param numbering maps positions to numbers
 * @param claims claims positions
 */
record StrictSequence(String name, Numbering numbering, ClaimQueue claims)
    implements NumberedSequence {

  @Override
  public long next() {
    return numbering.number(claims.claim(1));
  }

  @Override
  public void fill(RunSink sink) {
    sink.add(0, claims.claim(sink.count()), sink.count());
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    Generator.checkCount(count);
    return claims.claimAsync(count, start -> {
      long[] ids = new long[count];
      numbering.encode(0, start, count, ids, 0);
      return ids;
    });
  }

  @Override
  public LongRange reserve(long count) {
    numbering.checkReserve(name, count);
    return numbering.range(claims.claim(count) + count - 1, count);
  }

  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    numbering.checkReserve(name, count);
    return claims.claimAsync(count, start -> numbering.range(start + count - 1, count));
  }

  @Override
  public boolean isStrict() {
    return true;
  }

  @Override
  public long made() {
    return claims.made();
  }

  @Override
  public Description describe() {
    Map<String, String> facts = numbering.facts();
    facts.put("order", numbering.order("one over all processes"));
    facts.put("claims", "one for each call");
    return new Description(name, KIND, facts, List.of());
  }
}
