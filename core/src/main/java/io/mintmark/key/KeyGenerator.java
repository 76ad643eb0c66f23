package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.ValueGenerator;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

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
public interface KeyGenerator extends ValueGenerator<String> {

  /** The kind that {@link #kind()} returns. */
  String KIND = "key";

  /**
   * Makes a key of a format without shards and variables.
   *
   * @return a key never made before
   * @throws IllegalArgumentException if the format needs a route id or variables; none is issued
   * @throws io.mintmark.error.MintmarkException if no key could be made, as this class says; none
   *     is issued
   */
  @Override
  String next();

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
  String nextFor(String routeId);

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
  List<String> nextBatchFor(KeyRequest request, int count);

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
  void fill(KeyRequest request, byte[] keys);

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
  void fill(KeyRequest request, ByteBuffer keys);

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
  CompletableFuture<List<String>> nextBatchForAsync(KeyRequest request, int count);

  /**
   * Makes one key.
   *
   * @param request what it is for
   * @return a key never made before
   * @throws IllegalArgumentException as {@link #next(KeyRequest, int)} does
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does
   */
  String nextFor(KeyRequest request);

  /**
   * Tells whether each call is a claim on the store.
   *
   * @return whether the format has no worker
   */
  boolean isStrict();

  /**
   * Tells whether each key is made for a route id, which says where its row lies.
   *
   * @return whether there are shards
   */
  boolean isRouted();

  /**
   * Returns what keys look like.
   *
   * @return the format
   */
  KeyFormat format();

  /**
   * Returns the zone whose local time is printed.
   *
   * @return the zone
   */
  ZoneId zone();

  /**
   * Takes a key apart, and checks every character of it and its database and table. Of an {@link
   * KeyBuilder#opaque opaque} key it reveals the number.
   *
   * @param key a key of this generator
   * @return its fields
   * @throws InvalidIdException if it is not; the message says what is wrong and where
   */
  ParsedKey parse(String key);

  /**
   * Tells whether a text is a key of this generator.
   *
   * @param text any text
   * @return whether {@link #parse} takes it
   */
  boolean isKey(String text);

  /**
   * Returns where a key's row lies, under the shard layout that it was made under.
   *
   * @param key a key of this generator
   * @return its database and table
   * @throws InvalidIdException if it is not
   * @throws IllegalStateException if the generator has no shards
   */
  Route route(String key);

  /**
   * Returns where rows for a route id lie: now, and under each earlier shard layout. With {@code
   * routeFrom} and one of its keys, a layout that did not have its database yet is left out.
   *
   * @param routeId what keys are made for
   * @return routes by version, the newest version last
   * @throws IllegalArgumentException if the route id is blank or too long, or is almost a key of
   *     {@link KeyBuilder#routeFrom(KeyGenerator)}
   */
  Map<Integer, Route> routesFor(String routeId);
}
