package io.mintmark.moving;

import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.StoreCall.Side;

/**
 * One state of the store that lines are moved from and of the one that they are moved to. Nothing
 * changes it: a call leads to another state.
 */
record TwoStores(StoreState source, StoreState target) {

  static final long SOURCE_IDENTITY = 1;
  static final long TARGET_IDENTITY = 2;

  /** What a call did: the stores after it, and what is answered. */
  record Called(TwoStores stores, Object answer) {}

  Called call(StoreCall call) {
    boolean atSource = call.side() == Side.SOURCE;
    StoreState.Called called = (atSource ? source : target).call(call);
    return new Called(
        atSource ? new TwoStores(called.state(), target) : new TwoStores(source, called.state()),
        called.answer());
  }

  /** Whether lines that the source does not have yet are used by nobody from now on. */
  boolean isGateClosed() {
    return source.lines().stream()
        .anyMatch(line -> line.name().equals(StoreLines.GATE) && line.next() == Long.MAX_VALUE);
  }

  /** Whether the copy cannot go back any more, so that somebody may start on the target. */
  boolean mayUseTarget() {
    String arrived = StoreLines.from(SOURCE_IDENTITY);
    return isGateClosed()
        || target.lines().stream().anyMatch(line -> line.name().equals(arrived));
  }

  @Override
  public String toString() {
    return source.toString() + '|' + target + '|';
  }
}
