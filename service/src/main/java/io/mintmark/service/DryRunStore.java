package io.mintmark.service;

import io.mintmark.internal.store.ClaimArguments;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.EngineLife;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Answers each write as the wrapped store would answer it now, and writes nothing. Two claims may
 * return the same positions, so no id that is made with this store may be used. Arguments are not
 * checked. A line that {@code compareAndSet} moved has its new position in later calls of {@code
 * position} and {@code life}, so that a caller finds its own write. Thread-safe.
 */
final class DryRunStore extends ForwardingStore {

  private final Map<String, Long> moved = new ConcurrentHashMap<>();

  DryRunStore(LineStore store) {
    super(store);
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    long start = Math.max(position(line), atLeast);
    long unused = ClaimArguments.end(line, start, count); // Throws if the range is too long.
    return start;
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    boolean moves = position(line) == expected;
    if (moves) {
      moved.put(line, next);
    }
    return moves;
  }

  @Override
  public long position(String line) {
    return Math.max(moved.getOrDefault(line, 0L), super.position(line));
  }

  @Override
  public Optional<EngineLife> life(List<String> lines) {
    return super.life(lines)
        .map(life -> new EngineLife(
            life.id(),
            life.began(),
            life.now(),
            IntStream.range(0, lines.size())
                .mapToObj(i ->
                    Math.max(moved.getOrDefault(lines.get(i), 0L), life.next().get(i)))
                .toList()));
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return position(line) == expected;
  }

  @Override
  public void annotate(String line, String note) {}

  @Override
  public void declareNew() {}

  /** Leaves the store open for its owner. */
  @Override
  public void close() {}
}
