package io.mintmark.store.move;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A store around each call of which the test's own code runs, reads and notes too. */
final class HookedStore implements ClaimStore {

  private final ClaimStore inner;
  private final Runnable before;
  private final Runnable after;

  HookedStore(ClaimStore inner, Runnable before, Runnable after) {
    this.inner = inner;
    this.before = before;
    this.after = after;
  }

  private <T> T call(Supplier<T> call) {
    before.run();
    T answer = call.get();
    after.run();
    return answer;
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return call(() -> inner.claim(line, atLeast, count));
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return call(() -> inner.compareAndSet(line, expected, next));
  }

  @Override
  public long next(String line) {
    return call(() -> inner.next(line));
  }

  @Override
  public List<Line> lines(String prefix) {
    return call(() -> inner.lines(prefix));
  }

  @Override
  public void annotate(String line, String note) {
    call(() -> {
      inner.annotate(line, note);
      return true;
    });
  }

  @Override
  public Optional<Instant> now() {
    return inner.now();
  }

  @Override
  public void close() {
    inner.close();
  }
}
