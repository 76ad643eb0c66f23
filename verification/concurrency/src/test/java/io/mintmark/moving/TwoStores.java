package io.mintmark.moving;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.StoreCall.Side;
import io.mintmark.store.Line;
import io.mintmark.store.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * One state of the store that lines are moved from and of the one that they are moved to. Nothing
 * changes it: a call leads to another state.
 */
record TwoStores(List<Line> source, List<Line> target) {

  static final long SOURCE_IDENTITY = 1;
  static final long TARGET_IDENTITY = 2;

  /** What a call did: the stores after it, and what is answered. */
  record Called(TwoStores stores, Object answer) {}

  Called call(StoreCall call) {
    boolean atSource = call.side() == Side.SOURCE;
    MemoryStore store = opened(atSource ? source : target);
    Object answer;
    try {
      answer = call.on(store);
    } catch (MintmarkException e) {
      answer = e;
    }
    List<Line> after = store.lines("");
    return new Called(
        atSource ? new TwoStores(after, target) : new TwoStores(source, after), answer);
  }

  private static MemoryStore opened(List<Line> lines) {
    MemoryStore store = emptyStore();
    for (Line line : lines) {
      store.compareAndSet(line.name(), 0, line.next());
      store.annotate(line.name(), line.note());
    }
    return store;
  }

  /** A store whose lines do not say when they were written. */
  static MemoryStore emptyStore() {
    return new MemoryStore(InstantSource.fixed(Instant.EPOCH));
  }

  /** Whether lines that the source does not have yet are used by nobody from now on. */
  boolean isGateClosed() {
    return source.stream()
        .anyMatch(line -> line.name().equals(StoreLines.GATE) && line.next() == Long.MAX_VALUE);
  }

  /** Whether the copy cannot go back any more, so that somebody may start on the target. */
  boolean mayUseTarget() {
    String arrived = StoreLines.from(SOURCE_IDENTITY);
    return isGateClosed() || target.stream().anyMatch(line -> line.name().equals(arrived));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<Line> store : List.of(source, target)) {
      store.forEach(line -> text.append(line.name())
          .append('=')
          .append(line.next())
          .append(line.note())
          .append(';'));
      text.append('|');
    }
    return text.toString();
  }
}
