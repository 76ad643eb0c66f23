package io.mintmark.testkit;

import io.mintmark.error.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects ids from many threads and finds a duplicate among them, exactly: no sampling and no
 * hashing.
 *
 * <p>A 64-bit id costs 8 bytes, so that tests with tens of millions fit into a test's memory: each
 * thread fills chunks of its own, each is sorted when it is full, and the question at the end
 * merges them. Ids as text are kept as they are and suit tests with some hundred thousand. The
 * constructor bounds both together.
 */
public final class DuplicateOracle {

  private static final int FIRST_CHUNK = 1 << 10;
  private static final int LAST_CHUNK = 1 << 20;

  private final long maxIds;
  private final AtomicLong count = new AtomicLong();
  private final Set<String> texts = ConcurrentHashMap.newKeySet();
  private volatile @Nullable String duplicateText;

  /** Guarded by this, as is {@link #openCollectors}. */
  private final List<long[]> sortedChunks = new ArrayList<>();

  private int openCollectors;

  /**
   * Makes an empty oracle.
   *
   * @param maxIds the most ids that it takes; more is an error of the test
   */
  public DuplicateOracle(long maxIds) {
    this.maxIds = maxIds;
  }

  /**
   * Opens a collector of 64-bit ids for one thread.
   *
   * @return a collector, to be closed before the question is asked
   */
  public synchronized Collector collector() {
    openCollectors++;
    return new Collector();
  }

  /**
   * Takes an id as text. Thread-safe.
   *
   * @param id the id
   * @throws IllegalStateException if the bound is passed
   */
  public void add(String id) {
    admit(1);
    if (!texts.add(id)) {
      duplicateText = id;
    }
  }

  /**
   * Counts what was collected.
   *
   * @return how many ids, repeated ones as often as they came
   * @throws IllegalStateException if a collector is still open
   */
  public synchronized long count() {
    checkCollected();
    return count.get();
  }

  /**
   * Finds an id that came more than once.
   *
   * @return one such id as text, or empty if all differ
   * @throws IllegalStateException if a collector is still open
   */
  public synchronized Optional<String> duplicate() {
    checkCollected();
    String text = duplicateText;
    return text != null ? Optional.of(text) : duplicateLong();
  }

  private Optional<String> duplicateLong() {
    PriorityQueue<Cursor> smallestFirst =
        new PriorityQueue<>(Comparator.comparingLong(Cursor::value));
    sortedChunks.forEach(chunk -> smallestFirst.add(new Cursor(chunk)));
    long last = 0;
    boolean first = true;
    for (Cursor next = smallestFirst.poll(); next != null; next = smallestFirst.poll()) {
      // Goes on in one chunk while it holds the smallest id: ids of one thread come in runs.
      Cursor rival = smallestFirst.peek();
      do {
        if (!first && next.value() == last) {
          return Optional.of(Long.toString(last));
        }
        first = false;
        last = next.value();
      } while (next.advance() && (rival == null || next.value() <= rival.value()));
      if (next.hasValue()) {
        smallestFirst.add(next);
      }
    }
    return Optional.empty();
  }

  private synchronized void keep(long[] sortedChunk) {
    admit(sortedChunk.length);
    sortedChunks.add(sortedChunk);
  }

  private void admit(int ids) {
    if (count.addAndGet(ids) > maxIds) {
      throw new IllegalStateException(Message.of(
          "the oracle takes what it was made for: count={} > maxIds={}; make it for more",
          count.get(),
          maxIds));
    }
  }

  private void checkCollected() {
    if (openCollectors > 0) {
      throw new IllegalStateException(Message.of(
          "a question is asked when all is collected: openCollectors={}; close them first",
          openCollectors));
    }
  }

  private static final class Cursor {

    private final long[] chunk;
    private int index;

    Cursor(long[] chunk) {
      this.chunk = chunk;
    }

    long value() {
      return chunk[index];
    }

    boolean hasValue() {
      return index < chunk.length;
    }

    boolean advance() {
      index++;
      return hasValue();
    }
  }

  /** Takes 64-bit ids from one thread. */
  public final class Collector implements LongConsumer, AutoCloseable {

    private long[] chunk = new long[FIRST_CHUNK];
    private int size;
    private boolean closed;

    private Collector() {}

    /**
     * Takes an id.
     *
     * @param id the id
     * @throws IllegalStateException if the oracle's bound is passed
     */
    @Override
    public void accept(long id) {
      if (size == chunk.length) {
        makeRoom();
      }
      chunk[size++] = id;
    }

    /** Hands what was collected over to the oracle. Idempotent. */
    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      synchronized (DuplicateOracle.this) {
        openCollectors--;
      }
      handOver();
    }

    private void makeRoom() {
      if (size < LAST_CHUNK) {
        chunk = Arrays.copyOf(chunk, 2 * size);
      } else {
        handOver();
        chunk = new long[LAST_CHUNK];
      }
    }

    private void handOver() {
      if (size > 0) {
        long[] sorted = size == chunk.length ? chunk : Arrays.copyOf(chunk, size);
        Arrays.sort(sorted);
        keep(sorted);
        size = 0;
      }
    }
  }
}
