package io.mintmark.server.net;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The latest requests whose answers took long, of all connections. Thread-safe.
 *
 * <p>Only what had to wait is timed, for ids or for the store: what an event loop has answered at
 * once pays nothing for this log.
 */
public final class SlowLog {

  /** Names of generators can be long, and there is little use in their ends. */
  private static final int MAX_WORD_LENGTH = 128;

  private volatile long aboveNanos;
  private volatile int most;
  private final InstantSource clock;

  /** The latest first; guarded by this. */
  private final Deque<SlowRequest> latest = new ArrayDeque<>();

  private long nextId;

  /**
   * Makes an empty one.
   *
   * @param above requests that take so long, or longer, are kept
   * @param most how many are kept, the latest
   * @param clock tells when each was answered
   */
  public SlowLog(Duration above, int most, InstantSource clock) {
    this.aboveNanos = above.toNanos();
    this.most = most;
    this.clock = clock;
  }

  /**
   * Takes other bounds.
   *
   * @param above requests that take so long, or longer, are kept from now on
   * @param count how many are kept, the latest
   */
  public synchronized void keep(Duration above, int count) {
    aboveNanos = above.toNanos();
    most = count;
    while (latest.size() > most) {
      latest.removeLast();
    }
  }

  /** Keeps a request that took long. Only the event loop of its connection may call this. */
  <Q> void answered(Q request, long tookNanos, Exchange<Q> exchange, OpenConnection connection) {
    List<String> call = exchange.words(request).stream()
        .map(word -> word.substring(0, Math.min(word.length(), MAX_WORD_LENGTH)))
        .toList();
    String token = exchange.token(request);
    long tookMicros = TimeUnit.NANOSECONDS.toMicros(tookNanos);
    synchronized (this) {
      latest.addFirst(
          new SlowRequest(nextId++, clock.instant(), tookMicros, call, token, connection));
      if (latest.size() > most) {
        latest.removeLast();
      }
    }
  }

  /** Tells whether a request is kept that took so long. */
  boolean isSlow(long tookNanos) {
    return tookNanos >= aboveNanos;
  }

  /** The latest requests, latest first, at most so many. */
  public synchronized List<SlowRequest> latest(int count) {
    List<SlowRequest> found = new ArrayList<>();
    Iterator<SlowRequest> each = latest.iterator();
    while (each.hasNext() && found.size() < count) {
      found.add(each.next());
    }
    return found;
  }

  /** How many are kept. */
  public synchronized int size() {
    return latest.size();
  }

  /** Forgets all that are kept. */
  public synchronized void clear() {
    latest.clear();
  }
}
