package io.mintmark.moving;

import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.StoreCall.Side;

/**
 * One state of the source and of the target of a move of lines. States are immutable: a call leads
 * to another state.
 */
record TwoStores(StoreState source, StoreState target) {

  static final long SOURCE_IDENTITY = 1;
  static final long TARGET_IDENTITY = 2;

  /** The result of a call: the stores after it, and the reply. */
  record Called(TwoStores stores, Object answer) {}

  Called call(StoreCall call) {
    boolean atSource = call.side() == Side.SOURCE;
    StoreState.Called called = (atSource ? source : target).call(call);
    return new Called(
        atSource ? new TwoStores(called.state(), target) : new TwoStores(source, called.state()),
        called.answer());
  }

  /**
   * Whether the gate is closed. From then on, no process uses lines that the source does not have
   * yet.
   */
  boolean isGateClosed() {
    return source.lines().stream()
        .anyMatch(line -> line.name().equals(StoreLines.GATE) && line.next() == Long.MAX_VALUE);
  }

  /** Whether the copy can no longer be undone, so that a process may start on the target. */
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
