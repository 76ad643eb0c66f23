package io.mintmark.testkit;

import io.mintmark.error.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Collects ids from many threads and finds duplicates among them. The result is exact, because all
 * ids are kept, without sampling or hashing.
 *
 * <p>A 64-bit id takes 8 bytes, and 8 more during {@link #duplicate}, so tens of millions of ids
 * fit into a test's memory. Ids as text are kept as text, which suits tests with some hundred
 * thousand of them. The constructor's argument bounds the total number of ids of both kinds.
 */
public final class DuplicateOracle {

  private static final int FIRST_IDS = 1 << 10;

  private final long maxIds;
  private final AtomicLong count = new AtomicLong();
  private final Set<String> texts = ConcurrentHashMap.newKeySet();
  private volatile @Nullable String duplicateText;

  /** Guarded by this object's lock, like {@link #openCollectors}. */
  private final List<long[]> collected = new ArrayList<>();

  private int openCollectors;

  /**
   * Makes an empty oracle.
   *
   * @param maxIds the most ids that the oracle accepts; a test that adds more has a bug
   */
  public DuplicateOracle(long maxIds) {
    this.maxIds = maxIds;
  }

  /**
   * Opens a collector of 64-bit ids for one thread.
   *
   * @return a collector, to be closed before {@link #duplicate} or {@link #count}
   */
  public synchronized Collector collector() {
    openCollectors++;
    return new Collector();
  }

  /**
   * Adds an id as text. Thread-safe.
   *
   * @param id the id
   * @throws IllegalStateException if there are more than {@code maxIds}
   */
  public void add(String id) {
    admit(1);
    if (!texts.add(id)) {
      duplicateText = id;
    }
  }

  /**
   * Returns the number of ids, including duplicates.
   *
   * @return the number of ids that were collected
   * @throws IllegalStateException if a collector is still open
   */
  public synchronized long count() {
    checkCollected();
    return count.get();
  }

  /**
   * Returns an id that was collected more than once.
   *
   * @return a duplicate id as text, or empty if all differ
   * @throws IllegalStateException if a collector is still open
   */
  public synchronized Optional<String> duplicate() {
    checkCollected();
    String text = duplicateText;
    return text != null ? Optional.of(text) : duplicateLong();
  }

  private Optional<String> duplicateLong() {
    long[] all = collected.stream().flatMapToLong(LongStream::of).toArray();
    Arrays.sort(all);
    for (int i = 1; i < all.length; i++) {
      if (all[i] == all[i - 1]) {
        return Optional.of(Long.toString(all[i]));
      }
    }
    return Optional.empty();
  }

  private void admit(int ids) {
    if (count.addAndGet(ids) > maxIds) {
      throw new IllegalStateException(Message.of(
          "the oracle has no room for more ids: count={} > maxIds={}; make it larger",
          count.get(),
          maxIds));
    }
  }

  private void checkCollected() {
    if (openCollectors > 0) {
      throw new IllegalStateException(Message.of(
          "a collector is still open: openCollectors={}; close them first", openCollectors));
    }
  }

  /** Collects 64-bit ids from one thread. */
  public final class Collector implements LongConsumer, AutoCloseable {

    private long[] ids = new long[FIRST_IDS];
    private int size;
    private boolean closed;

    private Collector() {}

    /**
     * Adds an id.
     *
     * @param id the id
     */
    @Override
    public void accept(long id) {
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, 2 * size);
      }
      ids[size++] = id;
    }

    /**
     * Passes the collected ids to the oracle. Idempotent.
     *
     * @throws IllegalStateException if the oracle then has more than its maximum
     */
    @Override
    public void close() {
      if (!closed) {
        closed = true;
        synchronized (DuplicateOracle.this) {
          openCollectors--;
          collected.add(Arrays.copyOf(ids, size));
        }
        admit(size);
      }
    }
  }
}
