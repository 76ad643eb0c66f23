package io.mintmark;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LinePositions;
import java.util.List;

/**
 * The lines of a generator that was made while the store was away. Its settings are compared with
 * the store's before anything is written for it, by each caller until one comparison has succeeded.
 * Thread-safe.
 */
final class UncheckedLines extends ForwardingStore {

  private final SpecCheck check;
  private volatile boolean checked;

  UncheckedLines(ClaimStore store, SpecCheck check) {
    super(store);
    this.check = check;
  }

  /**
   * Claims as {@link MovableStore#claim} says.
   *
   * @throws MintmarkException as {@link SpecCheck#run} does; nothing is claimed then
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    check();
    return super.claim(line, atLeast, count);
  }

  /**
   * Moves a line as {@link MovableStore#compareAndSet} says.
   *
   * @throws MintmarkException as {@link SpecCheck#run} does; no line is moved then
   */
  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    check();
    return super.compareAndSet(line, expected, next);
  }

  /** Reads as {@link MovableStore#positions} says. */
  @Override
  public LinePositions positions(List<String> lines) {
    return store().positions(lines);
  }

  private void check() {
    if (!checked) {
      LinePositions unused = check.run(List.of());
      checked = true;
    }
  }
}
