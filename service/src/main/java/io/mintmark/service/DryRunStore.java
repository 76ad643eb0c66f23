package io.mintmark.service;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.store.ClaimArguments;
import io.mintmark.store.ClaimStore;

/**
 * Answers each write as the store behind it would answer it now, and writes nothing. Two claims get
 * the same positions, so no id that is made with it may be used. Thread-safe.
 */
final class DryRunStore extends ForwardingStore {

  DryRunStore(ClaimStore store) {
    super(store);
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    long start = Math.max(position(line), atLeast);
    long unused = ClaimArguments.end(line, start, count); // Throws at the end of the line.
    return start;
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    return position(line) == expected;
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    ClaimArguments.checkLower(line, expected, next);
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
