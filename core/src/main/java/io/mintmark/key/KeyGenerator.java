package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.Supply;
import io.mintmark.generator.TickPosition;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.TextBuffer;
import io.mintmark.internal.line.ListSink;
import io.mintmark.internal.line.LocalLine.Encoder;
import io.mintmark.internal.line.TimedLines;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes readable keys of one format. Thread-safe.
 *
 * <p>Scope: unique among all generators of one name (or worker scope) on one store, whatever any
 * clock does. All keys have the same length. Order: with a worker in the format, the keys of one
 * instance and one route rise in time and number, except after a hop to an earlier time; where a
 * tick is longer than 10 s, in time only, as another worker number goes on within the tick.
 * Without a worker, keys have one order over all processes. Blocking: with a worker {@code next}
 * takes nanoseconds while the claimed window lasts; without one each call is a claim on the store,
 * and a batch is one too. Failure: {@link io.mintmark.error.ClockBehindException}, {@link
 * io.mintmark.error.ClockAheadException}, {@link io.mintmark.error.NoIdleWorkerException}, {@link
 * io.mintmark.error.StoreUnavailableException}, {@link io.mintmark.error.StoreRewoundException},
 * {@link io.mintmark.error.ExhaustedException}; no key is issued then.
 */
public final class KeyGenerator implements Generator {

  /** The kind that {@link #kind()} returns. */
  public static final String KIND = "key";

  private final String name;
  private final KeyFormat format;
  private final ZoneId zone;
  private final Router router;
  private final Optional<HiddenNumbers> hiding;
  private final KeyPositions positions;

  /** None for a format without a time. */
  private final @Nullable TimedLines lines;

  private final Variables variables;
  private final KeyWriter writer;
  private final InstantSource clock;

  /** For formats without variables: makes no garbage but the key. */
  private final Encoder<String> plain;

  KeyGenerator(
      String name,
      KeyFormat format,
      ZoneId zone,
      Router router,
      Optional<HiddenNumbers> hiding,
      KeyWriter writer,
      KeyPositions positions,
      @Nullable TimedLines lines,
      InstantSource clock) {
    this.name = name;
    this.format = format;
    this.zone = zone;
    this.router = router;
    this.hiding = hiding;
    this.positions = positions;
    this.lines = lines;
    this.variables = new Variables(format);
    this.writer = writer;
    this.clock = clock;
    this.plain = (worker, position, shard) -> writer.write(worker, position, shard, Map.of());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String kind() {
    return KIND;
  }

  /**
   * Makes a key of a format without shards and variables.
   *
   * @return a key never made before
   * @throws IllegalArgumentException if the format needs a route id or variables; none is issued
   * @throws io.mintmark.error.MintmarkException if no key could be made, as this class says; none
   *     is issued
   */
  public String next() {
    refuseShards();
    variables.check(Map.of());
    return positions.next(0, plain);
  }

  /**
   * Makes a key whose row lies where a route id says.
   *
   * @param routeId the id that the row belongs to, for example a customer's id: any text that is
   *     not blank
   * @return a key never made before
   * @throws IllegalArgumentException if the route id is blank or too long, or is almost a key of
   *     {@link KeyBuilder#routeFrom(KeyGenerator)}; if the generator has no shards, or the format
   *     has variables; none is issued
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does
   */
  public String next(String routeId) {
    Objects.requireNonNull(routeId, "routeId");
    variables.check(Map.of());
    return positions.next(shard(routeId), plain);
  }

  /**
   * Makes keys.
   *
   * @param request the route id and variables that they are made for
   * @param count how many, 1 to {@value #MAX_BATCH}; without a worker in the format all are one
   *     claim. Where a tick is longer than {@link KeyBuilder#maxAhead}, all are of one tick
   * @return keys never made before, in the order of their positions
   * @throws IllegalArgumentException if the request lacks a route id or variable that the format
   *     needs, or has one that it does not know; none is issued
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; keys made for the batch
   *     are burned
   */
  public List<String> next(KeyRequest request, int count) {
    Objects.requireNonNull(request, "request");
    Generator.checkCount(count);
    ListSink<String> sink = list(request, count);
    positions.fill(sink);
    return sink.ids();
  }

  /**
   * Makes keys as {@link #next(KeyRequest, int)} does, as text in the caller's array.
   *
   * @param request the route id and variables that they are made for
   * @param keys is filled as a whole, in the order of their positions, with {@link
   *     KeyFormat#length()} bytes of ASCII for each key. After a failure its contents are of no use
   * @throws IllegalArgumentException as {@link #next(KeyRequest, int)} does, and if it is not for 1
   *     to {@value #MAX_BATCH} whole keys; none is issued
   * @throws io.mintmark.error.MintmarkException as {@link #next(KeyRequest, int)} does
   */
  public void fill(KeyRequest request, byte[] keys) {
    fill(request, ByteBuffer.wrap(Objects.requireNonNull(keys, "keys")));
  }

  /**
   * Makes keys as {@link #next(KeyRequest, int)} does, as text in the caller's buffer.
   *
   * @param request the route id and variables that they are made for
   * @param keys is filled from its position to its limit, in the order of their positions, with
   *     {@link KeyFormat#length()} bytes of ASCII for each key. Then its position is at its limit;
   *     after a failure it is where it was, and the bytes are of no use
   * @throws IllegalArgumentException as {@link #next(KeyRequest, int)} does, and if there is not
   *     room for 1 to {@value #MAX_BATCH} whole keys; none is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; none is issued
   * @throws io.mintmark.error.MintmarkException as {@link #next(KeyRequest, int)} does
   */
  public void fill(KeyRequest request, ByteBuffer keys) {
    Objects.requireNonNull(request, "request");
    int unused = BatchSize.of(Objects.requireNonNull(keys, "keys"), format.length());
    Map<String, String> given = request.variables();
    variables.check(given);
    long shard = shard(request);
    positions.fill(new TextBuffer(
        keys,
        format.length(),
        (worker, position, into, at) -> writer.write(worker, position, shard, given, into, at)));
    keys.position(keys.limit());
  }

  /**
   * Makes keys as {@link #next(KeyRequest, int)} does, and never blocks the caller.
   *
   * <p>The future is complete already if what is claimed is enough. Else it completes when a claim
   * has arrived or the clock has come there, by the claim timeout at the latest, with the keys or
   * with what {@link #next(KeyRequest, int)} throws; see {@link
   * io.mintmark.generator.LongGenerator#nextAsync} for its thread, and what cancelling does.
   *
   * @param request the route id and variables that they are made for
   * @param count how many, 1 to {@value #MAX_BATCH}
   * @return the keys, when they are made
   * @throws IllegalArgumentException as {@link #next(KeyRequest, int)} does
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; none is issued
   */
  public CompletableFuture<List<String>> nextAsync(KeyRequest request, int count) {
    Objects.requireNonNull(request, "request");
    Generator.checkCount(count);
    return positions.fillAsync(list(request, count));
  }

  private ListSink<String> list(KeyRequest request, int count) {
    Map<String, String> given = request.variables();
    variables.check(given);
    return new ListSink<>(
        count,
        shard(request),
        (worker, position, index) -> writer.write(worker, position, index, given));
  }

  private long shard(KeyRequest request) {
    if (request.routeId().isPresent()) {
      return shard(request.routeId().get());
    }
    refuseShards();
    return 0;
  }

  /**
   * Makes one key.
   *
   * @param request what it is for
   * @return a key never made before
   * @throws IllegalArgumentException as {@link #next(KeyRequest, int)} does
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does
   */
  public String next(KeyRequest request) {
    return next(request, 1).get(0);
  }

  @Override
  public List<String> nextTexts(int count) {
    return next(KeyRequest.PLAIN, count);
  }

  @Override
  public CompletableFuture<List<String>> nextTextsAsync(int count) {
    return nextAsync(KeyRequest.PLAIN, count);
  }

  private long shard(String routeId) {
    if (!router.routes()) {
      throw new IllegalArgumentException(
          Message.of("keys without shards have no route: generator={}; no id issued", name));
    }
    return router.shard(routeId);
  }

  private void refuseShards() {
    if (router.routes()) {
      throw new IllegalArgumentException(Message.of(
          "no route id is given, and a key with shards needs one: generator={}; no" + " id issued",
          name));
    }
  }

  /**
   * Tells whether each call is a claim on the store.
   *
   * @return whether the format has no worker
   */
  public boolean isStrict() {
    return format.workers() == 0;
  }

  /**
   * Tells whether each key is made for a route id, which says where its row lies.
   *
   * @return whether there are shards
   */
  public boolean isRouted() {
    return router.routes();
  }

  /**
   * Returns what keys look like.
   *
   * @return the format
   */
  public KeyFormat format() {
    return format;
  }

  /**
   * Returns the zone whose local time is printed.
   *
   * @return the zone
   */
  public ZoneId zone() {
    return zone;
  }

  /**
   * Takes a key apart, and checks every character of it and its database and table. Of an {@link
   * KeyBuilder#opaque opaque} key it reveals the number.
   *
   * @param key a key of this generator
   * @return its fields
   * @throws InvalidIdException if it is not; the message says what is wrong and where
   */
  public ParsedKey parse(String key) {
    Objects.requireNonNull(key, "key");
    ParsedKey parsed = format.parseKey(key);
    if (router.routes()) {
      router.route(parsed);
    }
    return hiding.map(parsed::revealed).orElse(parsed);
  }

  /**
   * Tells whether a text is a key of this generator.
   *
   * @param text any text
   * @return whether {@link #parse} takes it
   */
  public boolean isKey(String text) {
    Objects.requireNonNull(text, "text");
    return format.find(text).filter(this::isKey).isPresent();
  }

  /** Tells whether a key that the format has taken apart is one of this generator. */
  boolean isKey(ParsedKey key) {
    return !router.routes() || router.hasPlace(key);
  }

  /**
   * Returns where a key's row lies, under the shard layout that it was made under.
   *
   * @param key a key of this generator
   * @return its database and table
   * @throws InvalidIdException if it is not
   * @throws IllegalStateException if the generator has no shards
   */
  public Route route(String key) {
    Objects.requireNonNull(key, "key");
    if (!router.routes()) {
      throw new IllegalStateException(
          Message.of("keys without shards have no route: generator={}", name));
    }
    return router.route(format.parseKey(key));
  }

  /**
   * Returns where rows for a route id lie: now, and under each earlier shard layout. With {@code
   * routeFrom} and one of its keys, a layout that did not have its database yet is left out.
   *
   * @param routeId what keys are made for
   * @return routes by version, the newest version last
   * @throws IllegalArgumentException if the route id is blank or too long, or is almost a key of
   *     {@link KeyBuilder#routeFrom(KeyGenerator)}
   */
  public Map<Integer, Route> routesFor(String routeId) {
    Objects.requireNonNull(routeId, "routeId");
    return router.routes(routeId);
  }

  boolean knowsLayoutOf(ParsedKey key) {
    return router.knowsLayoutOf(key);
  }

  boolean hasDatabase() {
    return format.values(Field.Part.DB) > 0;
  }

  @Override
  public long made() {
    return positions.made();
  }

  @Override
  public Description describe() {
    KeyExplanation explanation = KeyExplanation.of(format, zone, router.layouts(), clock.instant());
    Map<String, String> facts = new LinkedHashMap<>(explanation.facts());
    positions.describe(facts);
    hiding.ifPresent(with -> facts.put("opaque", with.identity()));
    return new Description(name, KIND, facts, explanation.warnings());
  }

  @Override
  public Optional<TickPosition> tickOf(String line, long position) {
    Objects.requireNonNull(line, "line");
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
