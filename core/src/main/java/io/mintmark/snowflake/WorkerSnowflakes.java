package io.mintmark.snowflake;

import io.mintmark.error.Message;
import io.mintmark.generator.Description;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.kind.IdCipher.Permutation;
import io.mintmark.internal.kind.TimedSettings;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLine.Holding;
import io.mintmark.internal.line.PastPositions;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.internal.line.TimedLines;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes Snowflakes from the positions that were claimed on the line of a worker number.
 *
 * @param hiding encrypts the ids; null for ids that are not opaque
 * @param timed the settings of the worker numbers
 * @param past claims positions of past moments
 * @param clock provides the time for the description
 */
record WorkerSnowflakes(
    String name,
    SnowflakeLayout layout,
    TimedSettings timed,
    @Nullable Permutation hiding,
    TimedLines lines,
    LocalLine positions,
    PastPositions past,
    InstantSource clock)
    implements SnowflakeGenerator, TickPosition.Source {

  private static final Duration WARN_BEFORE_END = Duration.ofDays(365);

  @Override
  public String kind() {
    return "snowflake";
  }

  @Override
  public long next() {
    Permutation hides = hiding;
    long id = positions.next();
    return hides == null ? id : hides.encrypt(id);
  }

  @Override
  public void fill(long[] ids) {
    positions.fill(BatchSize.of(ids, 1), encoder().into(ids, 1), false);
  }

  private WordEncoder encoder() {
    WordEncoder plain = positions.encoder();
    Permutation hides = hiding;
    if (hides == null) {
      return plain;
    }
    return (worker, start, count, into, from) -> {
      plain.encode(worker, start, count, into, from);
      for (int i = from; i < from + count; i++) {
        into[i] = hides.encrypt(into[i]);
      }
    };
  }

  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    BatchSize.check(count);
    long[] ids = new long[count];
    return positions.fillAsync(count, encoder().into(ids, 1), false, () -> ids);
  }

  @Override
  public long[] nextBatchAt(List<Instant> moments) {
    long[] ids = past.claim(moments);
    for (int i = 0; i < ids.length; i++) {
      encoder().encode(past.worker(), ids[i], 1, ids, i);
    }
    return ids;
  }

  @Override
  public List<String> nextTextBatchAt(List<Instant> moments) {
    return LongStream.of(nextBatchAt(moments)).mapToObj(Long::toString).toList();
  }

  @Override
  public SnowflakeId decode(long id) {
    long plain = layout.checked(name, id);
    SnowflakeId revealed = layout.decode(hiding == null ? plain : hiding.decrypt(plain));
    return new SnowflakeId(id, revealed.time(), revealed.worker(), revealed.number());
  }

  @Override
  public LongRange range(Instant from, Instant to) {
    if (hiding != null) {
      throw new UnsupportedOperationException(Message.of(
          "opaque ids have no order of time, so no range of ids is a span of time: snowflake={}",
          name));
    }
    return layout.range(from, to);
  }

  @Override
  public long made() {
    return positions.made();
  }

  @Override
  public Description describe() {
    Holding holding = positions.holding();
    Instant now = clock.instant();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", layout.split());
    timed.opaque().ifPresent(cipher -> facts.put("opaque", cipher.identity()));
    facts.put("unit-ms", Long.toString(layout.unitMs()));
    facts.put("epoch", layout.epoch().toString());
    facts.put("capacity-per-second", Long.toString(layout.capacity() * 1000 / layout.unitMs()));
    facts.put("time-ends", layout.end().toString());
    facts.put("days-left", Long.toString(ChronoUnit.DAYS.between(now, layout.end())));
    facts.put("workers", timed.workers(layout.workers()));
    facts.put("worker", holding.worker() < 0 ? "none" : Long.toString(holding.worker()));
    facts.put(
        "window-left-ms", Long.toString(holding.left() / layout.capacity() * layout.unitMs()));
    List<String> warnings = new ArrayList<>();
    if (now.plus(WARN_BEFORE_END).isAfter(layout.end())) {
      warnings.add(
          "the time bits end on " + layout.end() + ": no id can be made from then on; change to a"
              + " generator with a new name, and with another epoch or layout");
    }
    return new Description(name, kind(), facts, warnings);
  }

  @Override
  public Optional<TickPosition> tickOf(String line, long position) {
    return lines.tickOf(line, position);
  }

  @Override
  public Optional<Instant> timeEnds() {
    return Optional.of(layout.end());
  }

  @Override
  public Optional<Supply> supply() {
    return positions.supply();
  }
}
