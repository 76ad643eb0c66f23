package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.generator.ValueRange;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Makes readable keys of one format. Thread-safe.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.key.KeyGenerator;
 * import io.mintmark.key.Shards;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   KeyGenerator orders = mint.keys(
 *       "orders", k -> k.format("{db:1}{table:1}{seq:8}").shards(Shards.of(4, 2)));
 *   String order = orders.nextFor("user-42");
 *   System.out.println(orders.route(order));
 * }
 * }</pre>
 *
 * <p><b>Scope.</b> Keys are unique among all generators of one name or one {@linkplain
 * KeyBuilder#workerPool worker pool} on one store, even if clocks are wrong. All keys have the same
 * length.
 *
 * <p><b>Order.</b> With a worker in the format, the keys of one instance and one route increase in
 * time and number. If a tick (the unit of time in keys, see {@link KeyFormat}) is longer than 10 s,
 * only their time increases, because a different worker number may continue within the tick. After
 * a hop to another worker number ({@link io.mintmark.generator.OnClockBehind#HOP}), their time may
 * be earlier. Without a worker in the format, keys have one order over all processes.
 *
 * <p><b>Blocking.</b> With a worker in the format, the process claims a window (a span of time) of
 * its worker number from the store ahead, and {@code next} takes nanoseconds while the window
 * lasts. Without a worker, each call makes one claim on the store. A call for a batch makes one
 * claim too.
 *
 * <p><b>Failure.</b> A call that throws issues no key. The exceptions are {@link
 * io.mintmark.error.ClockBehindException}, {@link io.mintmark.error.ClockAheadException}, {@link
 * io.mintmark.error.NoIdleWorkerException}, {@link io.mintmark.error.StoreUnavailableException},
 * {@link io.mintmark.error.StoreRewoundException}, {@link io.mintmark.error.ExhaustedException} and
 * {@link io.mintmark.error.TickExhaustedException}, which is temporary: the numbers of the current
 * tick are used up, for example those of a day.
 */
public interface KeyGenerator extends ValueGenerator<String> {

  /**
   * Makes a key of a format without shards and variables.
   *
   * @return a key that was never made before
   * @throws UnsupportedOperationException if keys need a route id; no key is issued
   * @throws IllegalArgumentException if the format has variables; no key is issued
   * @throws io.mintmark.error.MintmarkException if no key could be made, for the reasons in the
   *     class comment; no key is issued
   */
  @Override
  String next();

  /**
   * Makes a key for a row whose database and table follow from a route id.
   *
   * @param routeId the id that the row belongs to, for example a customer's id: any text that is
   *     not blank
   * @return a key that was never made before
   * @throws IllegalArgumentException if the route id is blank or too long, if it looks like a
   *     mistyped key of the generator in {@link KeyBuilder#routeFrom(KeyGenerator)}, or if the
   *     format has variables; no key is issued
   * @throws UnsupportedOperationException if the generator does not use shards; no key is issued
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does
   */
  String nextFor(String routeId);

  /**
   * Makes a batch of keys.
   *
   * @param request the route id and variables of the keys
   * @param count the number of keys, 1 to {@value #MAX_BATCH}; without a worker in the format the
   *     batch is one claim. If a tick is longer than {@link KeyBuilder#maxAhead}, all keys have the
   *     same tick
   * @return keys that were never made before, in the order of their positions
   * @throws IllegalArgumentException if the request lacks a variable of the format, or has a
   *     variable that is not in the format; no key is issued
   * @throws UnsupportedOperationException if keys need a route id and the request lacks it, or the
   *     request has a route id and the generator does not use shards; no key is issued
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; keys already made for the
   *     batch are discarded and never made again
   */
  List<String> nextBatchFor(KeyRequest request, int count);

  /**
   * Makes keys like {@link #nextBatchFor(KeyRequest, int)}, as text in the caller's buffer.
   *
   * @param request the route id and variables of the keys
   * @param keys the buffer to fill from its position to its limit, in the order in which the keys
   *     are made, with {@link KeyFormat#length()} bytes of ASCII for each key. On success the
   *     buffer's position is then its limit. After a failure the buffer's position is unchanged,
   *     and its contents are undefined
   * @throws IllegalArgumentException as {@link #nextBatchFor(KeyRequest, int)} does, and if the
   *     remaining bytes are not 1 to {@value #MAX_BATCH} whole keys; no key is issued
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; no key is issued
   * @throws io.mintmark.error.MintmarkException as {@link #nextBatchFor(KeyRequest, int)} does
   */
  void fill(KeyRequest request, ByteBuffer keys);

  /**
   * Makes keys like {@link #nextBatchFor(KeyRequest, int)}, and never blocks the caller.
   *
   * <p>If enough positions are claimed, the returned future is already complete. Otherwise it
   * completes when a claim has succeeded or the clock has advanced, at the latest after the claim
   * timeout, with the keys or with the exception that {@link #nextBatchFor(KeyRequest, int)} would
   * throw. {@link io.mintmark.generator.LongGenerator#nextBatchAsync} describes which thread
   * completes the future, and the effect of cancelling.
   *
   * @param request the route id and variables of the keys
   * @param count the number of keys, 1 to {@value #MAX_BATCH}
   * @return a future of the keys
   * @throws IllegalArgumentException as {@link #nextBatchFor(KeyRequest, int)} does
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; no key is issued
   */
  CompletableFuture<List<String>> nextBatchForAsync(KeyRequest request, int count);

  /**
   * Makes one key.
   *
   * @param request the route id and variables of the key
   * @return a key that was never made before
   * @throws IllegalArgumentException as {@link #nextBatchFor(KeyRequest, int)} does
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does
   */
  String nextFor(KeyRequest request);

  /**
   * Makes keys for existing rows: each key shows a given past moment, so it sorts as if it had been
   * made then. It differs from every other key of this generator. {@link
   * io.mintmark.snowflake.SnowflakeGenerator#nextBatchAt} describes the worker number of these
   * keys, the claims and the conditions.
   *
   * @param request the route id and variables of the keys
   * @param moments the moment of each row, 1 to {@value #MAX_BATCH} in any order; equal moments are
   *     allowed
   * @return the keys, in the order of the moments
   * @throws IllegalArgumentException as {@link #nextBatchFor(KeyRequest, int)} does, and if a
   *     moment is in the future or before the times that keys can show; no key is issued
   * @throws UnsupportedOperationException as {@link #nextBatchFor(KeyRequest, int)} does, and if
   *     the format lacks a time or a worker; no key is issued
   * @throws io.mintmark.error.MintmarkException as {@link
   *     io.mintmark.snowflake.SnowflakeGenerator#nextBatchAt} does; no key is issued
   */
  List<String> nextBatchAt(KeyRequest request, List<Instant> moments);

  /**
   * Returns whether each key is made for a route id, which determines the database and table of its
   * row.
   *
   * @return whether {@link KeyBuilder#shards} was set
   */
  boolean isRouted();

  /**
   * Returns the format of the keys.
   *
   * @return the format
   */
  KeyFormat format();

  /**
   * Returns the zone of the local time in keys.
   *
   * @return the zone
   */
  ZoneId zone();

  /**
   * Parses a key, and checks every character of it, its database and its table. For an {@link
   * KeyBuilder#opaque opaque} key it reveals the number.
   *
   * @param key a key of this generator
   * @return the fields of the key
   * @throws InvalidIdException if the text is not a key of this generator; the message describes
   *     the fault and its position in the key
   */
  ParsedKey parse(String key);

  /**
   * Returns the range of keys whose time is in a span, for a filter on the primary key. Both
   * moments are rounded up to the next tick, so that each key belongs to exactly one of two
   * adjacent spans. If the zone's clock repeats an hour, all keys of that hour belong to its first
   * occurrence.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the beginning of the first possible key to the end, exclusive
   * @throws UnsupportedOperationException if keys do not show a time, or have another field before
   *     the time; only constant text may be before the time
   * @throws IllegalArgumentException if the span is reversed, or a moment is outside the times that
   *     keys can show
   */
  ValueRange<String> range(Instant from, Instant to);

  /**
   * Returns whether a text is a key of this generator.
   *
   * @param text any text
   * @return whether {@link #parse} accepts it
   */
  boolean isKey(String text);

  /**
   * Returns the database and table of a key's row, in the shard layout under which the key was
   * made.
   *
   * @param key a key of this generator
   * @return the database and table
   * @throws InvalidIdException if the text is not a key of this generator
   * @throws UnsupportedOperationException if the generator does not use shards
   */
  Route route(String key);

  /**
   * Returns the databases and tables in which the rows of a route id can be: one for the current
   * shard layout, and one for each earlier layout. If the route id is a key of the {@code
   * routeFrom} generator, an earlier layout that lacks the database of that key is omitted.
   *
   * @param routeId the id that keys are made for
   * @return routes by version, the newest version last
   * @throws IllegalArgumentException if the route id is blank or too long, or looks like a mistyped
   *     key of the generator in {@link KeyBuilder#routeFrom(KeyGenerator)}
   * @throws UnsupportedOperationException if the generator does not use shards
   */
  Map<Integer, Route> routesFor(String routeId);
}
