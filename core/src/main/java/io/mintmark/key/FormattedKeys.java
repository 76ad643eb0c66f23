package io.mintmark.key;

import io.mintmark.error.Message;
import io.mintmark.generator.Description;
import io.mintmark.generator.Supply;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLine.Holding;
import io.mintmark.internal.line.PastPositions;
import io.mintmark.internal.line.Positions;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.internal.line.TimedLines;
import io.mintmark.internal.text.Arguments;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes keys of a format from claimed positions. {@link KeyFormat} explains position and tick.
 *
 * @param router finds the database and table of rows; empty for keys without shards
 * @param start the lowest number in keys
 * @param positions hands out positions, each for one key: claimed ahead on the lines of worker
 *     numbers, or claimed by each call for a format without a worker
 * @param inOneTick whether all positions of a batch must be in one tick
 * @param past claims positions of past moments; null for a format without a time or a worker
 * @param lines maps positions to ticks; null for a format without a time
 * @param clock provides the time for the description
 */
record FormattedKeys(
    String name,
    KeyFormat format,
    ZoneId zone,
    Optional<Router> router,
    KeyStart start,
    Optional<HiddenNumbers> hiding,
    KeyWriter writer,
    Positions positions,
    boolean inOneTick,
    @Nullable PastPositions past,
    @Nullable TimedLines lines,
    InstantSource clock)
    implements KeyGenerator, TickPosition.Source {

  /** Returns the name. The settings of keys that take their database from these keys show it. */
  @Override
  public String toString() {
    return name;
  }

  @Override
  public String next() {
    long shard = noShard();
    format.checkVariables(Map.of());
    return positions.next(shard, writer);
  }

  @Override
  public String kind() {
    return "key";
  }

  @Override
  public String nextFor(String routeId) {
    Objects.requireNonNull(routeId, "routeId");
    format.checkVariables(Map.of());
    return positions.next(shard(routeId), writer);
  }

  @Override
  public List<String> nextBatchFor(KeyRequest request, int count) {
    Objects.requireNonNull(request, "request");
    BatchSize.check(count);
    List<String> keys = new ArrayList<>(count);
    positions.fill(count, encoder(request).into(keys, 0), inOneTick);
    return keys;
  }

  @Override
  public void fill(KeyRequest request, ByteBuffer keys) {
    List<String> made = nextBatchFor(request, BatchSize.of(keys, format.length()));
    made.forEach(key -> keys.put(key.getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  public CompletableFuture<List<String>> nextBatchForAsync(KeyRequest request, int count) {
    Objects.requireNonNull(request, "request");
    BatchSize.check(count);
    List<String> keys = new ArrayList<>(count);
    return positions.fillAsync(count, encoder(request).into(keys, 0), inOneTick, () -> keys);
  }

  @Override
  public List<String> nextBatchAt(KeyRequest request, List<Instant> moments) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(moments, "moments");
    Encoder<String> encoder = encoder(request);
    PastPositions claims = past;
    if (claims == null) {
      throw new UnsupportedOperationException(Message.of(
          "keys for past moments need {time:...} and {worker:N} in the format: generator={},"
              + " format='{}'; no id issued",
          name,
          format));
    }
    return LongStream.of(claims.claim(moments))
        .mapToObj(position -> Objects.requireNonNull(encoder.encode(claims.worker(), position, 0)))
        .toList();
  }

  @Override
  public List<String> nextTextBatchAt(List<Instant> moments) {
    return nextBatchAt(KeyRequest.PLAIN, moments);
  }

  /** Returns an encoder that makes the keys of a request. It ignores the encoder's argument. */
  private Encoder<String> encoder(KeyRequest request) {
    Map<String, String> given = request.variables();
    format.checkVariables(given);
    long shard = request.routeId().isPresent() ? shard(request.routeId().get()) : noShard();
    return (worker, position, ignored) -> writer.write(worker, position, shard, given);
  }

  @Override
  public String nextFor(KeyRequest request) {
    return nextBatchFor(request, 1).get(0);
  }

  @Override
  public List<String> nextBatch(int count) {
    return nextBatchFor(KeyRequest.PLAIN, count);
  }

  @Override
  public CompletableFuture<List<String>> nextBatchAsync(int count) {
    return nextBatchForAsync(KeyRequest.PLAIN, count);
  }

  private long shard(String routeId) {
    return router("; no id issued").shard(routeId);
  }

  private Router router(String consequence) {
    if (router.isEmpty()) {
      throw new UnsupportedOperationException(
          Message.of("keys without shards have no route: generator={}{}", name, consequence));
    }
    return router.get();
  }

  /** Returns the number that stands for the shard of keys without shards. */
  private long noShard() {
    if (router.isPresent()) {
      throw new UnsupportedOperationException(Message.of(
          "no route id is given, and a key with shards needs one: generator={}; no id issued",
          name));
    }
    return 0;
  }

  @Override
  public boolean isRouted() {
    return router.isPresent();
  }

  @Override
  public ParsedKey parse(String key) {
    ParsedKey parsed = read(key);
    router.ifPresent(known -> parsed.route(known.layouts()));
    return hiding.map(parsed::revealed).orElse(parsed);
  }

  private ParsedKey read(String key) {
    ParsedKey parsed = format.parseKey(key);
    Arguments.checkId(
        start.allows(parsed.number()),
        "the number is below the start of this generator's keys: number={}, start={}, key='{}',"
            + " generator={}",
        parsed.number(),
        start.getAsLong(),
        key,
        name);
    return parsed;
  }

  @Override
  public ValueRange<String> range(Instant from, Instant to) {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    return KeyRanges.range(format, zone, from, to);
  }

  @Override
  public boolean isKey(String text) {
    Objects.requireNonNull(text, "text");
    return format.find(text).filter(this::isKey).isPresent();
  }

  /** Returns whether a key that the format has parsed is a key of this generator. */
  boolean isKey(ParsedKey key) {
    return start.allows(key.number()) && router.stream().allMatch(known -> known.hasPlace(key));
  }

  @Override
  public Route route(String key) {
    Objects.requireNonNull(key, "key");
    Map<Integer, Shards> layouts = router("").layouts();
    return read(key).route(layouts);
  }

  @Override
  public Map<Integer, Route> routesFor(String routeId) {
    Objects.requireNonNull(routeId, "routeId");
    return router("").routes(routeId);
  }

  @Override
  public long made() {
    return positions.made();
  }

  @Override
  public Description describe() {
    Map<Integer, Shards> layouts = router.map(Router::layouts).orElse(Map.of());
    KeyExplanation explanation =
        FormatExplainer.explain(format, zone, layouts, start.getAsLong(), clock.instant());
    Map<String, String> facts = new LinkedHashMap<>(explanation.facts());
    if (positions instanceof LocalLine line) {
      Holding holding = line.holding();
      facts.put("worker", holding.worker() < 0 ? "none" : Long.toString(holding.worker()));
      facts.put("claimed-left", Long.toString(holding.left()));
    } else {
      facts.put("order", "one over all processes");
      facts.put("claims", "one for each call");
    }
    hiding.ifPresent(with -> facts.put("opaque", with.identity()));
    return new Description(name, kind(), facts, explanation.warnings());
  }

  @Override
  public Optional<TickPosition> tickOf(String line, long position) {
    return lines == null ? Optional.empty() : lines.tickOf(line, position);
  }

  @Override
  public Optional<Instant> timeEnds() {
    return Optional.ofNullable(lines).map(TimedLines::end);
  }

  @Override
  public Optional<Supply> supply() {
    return positions.supply();
  }
}
