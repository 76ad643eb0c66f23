package io.mintmark.moving;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.Line;
import java.util.List;
import java.util.function.Supplier;

/** A store that runs code of the test before and after each call, including reads and notes. */
final class HookedStore extends ForwardingStore {

  private final Runnable before;
  private final Runnable after;

  HookedStore(LineStore inner, Runnable before, Runnable after) {
    super(inner);
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
    return call(() -> super.claim(line, atLeast, count));
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return call(() -> super.compareAndSet(line, expected, next));
  }

  @Override
  public long position(String line) {
    return call(() -> super.position(line));
  }

  @Override
  public List<Line> lines(LinePage page) {
    return call(() -> super.lines(page));
  }

  @Override
  public void annotate(String line, String note) {
    call(() -> {
      super.annotate(line, note);
      return true;
    });
  }
}
