package io.mintmark.testkit;

import io.mintmark.error.Message;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects ids from many threads, and finds a duplicate among them. Thread-safe. */
public final class DuplicateOracle {

  private final long maxIds;
  private final AtomicLong count = new AtomicLong();
  private final Set<Object> ids = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Object duplicate;

  /**
   * Makes an oracle without ids.
   *
   * @param maxIds the most ids that it accepts, so that a test that never ends fills no memory
   */
  public DuplicateOracle(long maxIds) {
    this.maxIds = maxIds;
  }

  /**
   * Adds an id.
   *
   * @param id the id, for example a text or a number
   * @throws IllegalStateException if there are more than {@code maxIds}
   */
  public void add(Object id) {
    if (count.incrementAndGet() > maxIds) {
      throw new IllegalStateException(Message.of(
          "the oracle has no room for more ids: count={} > maxIds={}; make it larger",
          count.get(),
          maxIds));
    }
    if (!ids.add(id)) {
      duplicate = id;
    }
  }

  /**
   * Returns the number of ids, including duplicates.
   *
   * @return the number of ids that were added
   */
  public long count() {
    return count.get();
  }

  /**
   * Returns an id that was added more than once.
   *
   * @return a duplicate id as text, or empty if all differ
   */
  public Optional<String> duplicate() {
    return Optional.ofNullable(duplicate).map(Object::toString);
  }
}
