package io.mintmark.moving;

import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;

/** A call to one of two stores, at which a caller stops. */
sealed interface StoreCall {

  /** The store that is called. */
  enum Side {
    SOURCE,
    TARGET
  }

  Side side();

  /** Makes the call. */
  Object on(LineStore store);

  /** A call that may change a line. So it matters even if its caller no longer waits for it. */
  sealed interface Write extends StoreCall {}

  /** It claims on a line. */
  record Claim(Side side, String line, long atLeast, long count) implements Write {

    @Override
    public Object on(LineStore store) {
      return store.claim(line, atLeast, count);
    }
  }

  /** It moves a line from the position that was read. */
  record Move(Side side, String line, long expected, long next) implements Write {

    @Override
    public Object on(LineStore store) {
      return store.compareAndSet(line, expected, next);
    }
  }

  /** It writes a line's note. */
  record Note(Side side, String line, String note) implements Write {

    @Override
    public Object on(LineStore store) {
      store.annotate(line, note);
      return note;
    }
  }

  /** It reads a line. */
  record Read(Side side, String line) implements StoreCall {

    @Override
    public Object on(LineStore store) {
      return store.position(line);
    }
  }

  /** It lists lines. */
  record Listing(Side side, LinePage page) implements StoreCall {

    @Override
    public Object on(LineStore store) {
      return store.lines(page);
    }
  }
}
