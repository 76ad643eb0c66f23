package io.mintmark.server.idempotency;

import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.service.LogThrottle;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the ids that were made for requests with an {@link IdempotencyKey}, for ten minutes. If the
 * reply to a client is lost, the client sends the request again and gets the same ids. Thread-safe;
 * never waits.
 *
 * <p>The replies are only in memory, so a repeated request must reach the same server, before this
 * server stops. The cache is bounded by bytes. When it is full, it forgets the oldest replies
 * first, and logs this once in ten seconds.
 *
 * <p>Only replies are kept. While a request is in progress, another request with its key is refused
 * at once, as in draft-ietf-httpapi-idempotency-key-header-07, section 2.6. The client then knows
 * that the first request is alive, and repetitions do not fill the queue of waiting requests. A
 * failed request leaves no entry, so the next request with its key counts as a first request.
 */
public final class IdempotencyCache {

  /** How long a reply is kept, unless there are too many replies. */
  static final Duration KEPT_FOR = Duration.ofMinutes(10);

  /** The approximate size of an entry without its texts: maps, records and object headers. */
  private static final long ENTRY_BYTES = 400;

  /** The approximate size of an id without its characters. */
  private static final long ID_BYTES = 56;

  private static final Logger LOG = System.getLogger(IdempotencyCache.class.getName());

  private final ElapsedClock clock;
  private final LogThrottle full;

  private final long mostBytes;

  // All fields from here on are guarded by this.

  /** Requests in progress. Their number is at most that of the concurrent requests. */
  private final Map<IdempotencyKey, Entry> begun = new HashMap<>();

  /** Answered requests, the oldest answer first. */
  private final Map<IdempotencyKey, Entry> kept = new LinkedHashMap<>();

  private long bytes;
  private long repeated;
  private long forgotten;

  /** A request; without ids while it is in progress. */
  private record Entry(
      IdempotentRequest request, @Nullable List<String> ids, long bytes, long atNanos) {}

  /**
   * The ids of a request.
   *
   * @param ids in their order
   * @param isRepeated whether they were made for an earlier request with the same key
   */
  public record Answer(List<String> ids, boolean isRepeated) {}

  /**
   * Makes an empty cache.
   *
   * @param mostBytes the most bytes that the kept replies use, approximately
   * @param clock measures how long replies have been kept
   */
  public IdempotencyCache(long mostBytes, ElapsedClock clock) {
    this.mostBytes = mostBytes;
    this.clock = clock;
    this.full = new LogThrottle(clock);
  }

  /**
   * Answers a request: with the ids that are kept under its key, or with new ids, which are then
   * kept.
   *
   * @param make makes new ids; called at most once, during this call
   * @throws ProblemException if the key belongs to another request, or its first request is still
   *     in progress; no id was made
   */
  public CompletableFuture<Answer> answer(
      IdempotencyKey key,
      IdempotentRequest request,
      Supplier<CompletableFuture<List<String>>> make) {
    @Nullable List<String> known = begin(key, request);
    if (known != null) {
      return CompletableFuture.completedFuture(new Answer(known, true));
    }
    return CompletableFuture.completedFuture(key)
        .thenCompose(unused -> make.get())
        .whenComplete((ids, thrown) -> end(key, request, ids))
        .thenApply(ids -> new Answer(ids, false));
  }

  /** Returns the ids that are kept for a request; null if it has begun now. */
  private synchronized @Nullable List<String> begin(IdempotencyKey key, IdempotentRequest request) {
    trim();
    @Nullable Entry known = kept.get(key);
    @Nullable
    Entry first = known == null ? begun.putIfAbsent(key, new Entry(request, null, 0, 0)) : known;
    if (first == null) {
      return null;
    }
    if (!request.equals(first.request)) {
      throw new ProblemException(
          Kind.IDEMPOTENCY_KEY_REUSED,
          Message.of(
              "the key was used for another request, of another generator, count, route, variables"
                  + " or form: idempotencyKey={}; no id issued; take a new key for each request",
              key.text()));
    }
    if (first.ids == null) {
      throw new ProblemException(
          Kind.IDEMPOTENCY_KEY_IN_USE,
          Message.of(
              "the first request with this key has no answer yet: idempotencyKey={}; no id"
                  + " issued; send it again in a second",
              key.text()));
    }
    repeated++;
    return first.ids;
  }

  /** Ends a request that has its ids, or has failed. */
  private synchronized void end(
      IdempotencyKey key, IdempotentRequest request, @Nullable List<String> ids) {
    @Nullable Entry unusedBegun = begun.remove(key);
    if (ids != null) {
      long size = ENTRY_BYTES
          + key.text().length()
          + request.toString().length()
          + ids.stream().mapToLong(id -> ID_BYTES + id.length()).sum();
      kept.put(key, new Entry(request, List.copyOf(ids), size, clock.nanos()));
      bytes += size;
      trim();
    }
  }

  /** Forgets the replies that are too old, and the oldest replies beyond the bound. */
  private void trim() {
    long now = clock.nanos();
    for (Iterator<Entry> oldest = kept.values().iterator(); oldest.hasNext(); ) {
      Entry next = oldest.next();
      boolean isOld = now - next.atNanos >= KEPT_FOR.toNanos();
      if (!isOld && bytes <= mostBytes) {
        return;
      }
      oldest.remove();
      bytes -= next.bytes;
      if (!isOld) {
        forgotten++;
        full.admit()
            .ifPresent(leftOut -> LOG.log(
                Logger.Level.WARNING,
                "answers to requests with an idempotency key are forgotten early, the oldest first:"
                    + " idempotency.memory={0}; a client that sends such a request again gets new"
                    + " ids; similar messages suppressed: {1}",
                Long.toString(mostBytes),
                Long.toString(leftOut)));
      }
    }
  }

  /** How many replies are kept. */
  public synchronized int kept() {
    trim();
    return kept.size();
  }

  /** The approximate number of bytes that the kept replies use. */
  public synchronized long bytes() {
    trim();
    return bytes;
  }

  /** How many requests were answered with ids that were made before. */
  public synchronized long repeated() {
    return repeated;
  }

  /** How many replies were forgotten early for lack of space. */
  public synchronized long forgotten() {
    return forgotten;
  }
}
