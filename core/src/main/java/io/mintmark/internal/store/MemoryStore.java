package io.mintmark.internal.store;

import io.mintmark.error.ClosedException;
import io.mintmark.store.Line;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A store in this process's memory, for tests and first trials. It satisfies the contract of {@link
 * LineStore}, but nothing is durable.
 */
public final class MemoryStore implements LineStore {

  private final ConcurrentNavigableMap<String, Line> lines = new ConcurrentSkipListMap<>();
  private final InstantSource clock;
  private volatile boolean closed;

  /** Creates an empty store with the system's clock. */
  public MemoryStore() {
    this(InstantSource.system());
  }

  /**
   * Creates an empty store.
   *
   * @param clock the clock that {@link #now} reads
   */
  public MemoryStore(InstantSource clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    checkOpen();
    Line claimed = lines.compute(line, (name, old) -> {
      long start = Math.max(old == null ? 0 : old.next(), atLeast);
      return moved(name, old, ClaimArguments.end(name, start, count));
    });
    return claimed.next() - count;
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    return move(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    ClaimArguments.checkLower(line, expected, next);
    return move(line, expected, next);
  }

  private boolean move(String line, long expected, long next) {
    checkOpen();
    boolean[] moved = new boolean[1];
    lines.compute(line, (name, old) -> {
      moved[0] = (old == null ? 0 : old.next()) == expected;
      return moved[0] ? moved(name, old, next) : old;
    });
    return moved[0];
  }

  @Override
  public long position(String line) {
    LineName.check(line);
    checkOpen();
    Line found = lines.get(line);
    return found == null ? 0 : found.next();
  }

  @Override
  public List<Line> lines(LinePage page) {
    Objects.requireNonNull(page, "page");
    checkOpen();
    return lines.tailMap(page.from(), true).values().stream()
        .takeWhile(line -> page.holds(line.name()))
        .limit(page.limit())
        .toList();
  }

  @Override
  public void annotate(String line, String note) {
    Objects.requireNonNull(note, "note");
    LineName.check(line);
    ClaimArguments.checkNote(note);
    checkOpen();
    lines.computeIfPresent(line, (name, old) -> new Line(name, old.next(), note, old.updated()));
  }

  @Override
  public Optional<Instant> now() {
    checkOpen();
    return Optional.of(clock.instant());
  }

  @Override
  public void close() {
    closed = true;
  }

  private Line moved(String name, @Nullable Line old, long next) {
    return new Line(name, next, old == null ? "" : old.note(), clock.instant());
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("the store is closed: store=memory:");
    }
  }
}
