package io.mintmark;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import java.util.List;

/**
 * The lines of a generator that was made while the store was away. Its settings are compared with
 * the store's before anything is written for it, by each caller until one comparison has succeeded.
 * Thread-safe.
 */
final class UncheckedLines extends ForwardingStore {

  private final List<Spec> specs;
  private volatile boolean checked;

  UncheckedLines(MovableStore store, List<Spec> specs) {
    super(store);
    this.specs = specs;
  }

  /**
   * Claims as {@link MovableStore#claim} says.
   *
   * @throws MintmarkException as {@link SpecCheck#check} does; nothing is claimed then
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    check();
    return super.claim(line, atLeast, count);
  }

  /**
   * Moves a line as {@link MovableStore#compareAndSet} says.
   *
   * @throws MintmarkException as {@link SpecCheck#check} does; no line is moved then
   */
  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    check();
    return super.compareAndSet(line, expected, next);
  }

  private void check() {
    if (!checked) {
      SpecCheck.check(store(), specs);
      checked = true;
    }
  }
}
