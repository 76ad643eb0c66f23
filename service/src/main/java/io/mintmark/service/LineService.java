package io.mintmark.service;

import io.mintmark.error.Message;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.ClaimStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Gives access to lines, for clients that claim for themselves. Thread-safe. */
public final class LineService {

  private final ClaimStore store;
  private final ClaimStore gated;
  private final String url;
  private final long identity;

  /** The store's own, and those whose lines have all arrived in it, as far as they were met. */
  private final Set<Long> identities = ConcurrentHashMap.newKeySet();

  /**
   * Makes one.
   *
   * @param store what has the lines; stays the caller's to close
   * @param url its URL, without secrets
   * @param identity which store it is
   */
  public LineService(ClaimStore store, String url, long identity) {
    this.store = store;
    this.gated = new MovableStore(store);
    this.url = url;
    this.identity = identity;
    identities.add(identity);
  }

  /** What the store is. */
  public ClaimStore store() {
    return store;
  }

  /**
   * What has the lines, for a caller that does not say which store it means: it knows nothing of
   * stores that are moved, so that is seen to here.
   */
  public ClaimStore lines() {
    return gated;
  }

  /**
   * What has the lines, for a caller that means the store of an identity: this one, or one whose
   * lines have all arrived here. Such a caller has a {@link MovableStore} of his own, or moves the
   * lines.
   *
   * @throws ProblemException if it is neither
   */
  public ClaimStore lines(long wanted) {
    if (!identities.contains(wanted)) {
      if (wanted < 1 || store.position(StoreLines.from(wanted)) == 0) {
        throw new ProblemException(
            Problem.Kind.OTHER_STORE,
            Message.of(
                "the server has another store than the request names: store={}, this one has"
                    + " store={} ({}); nothing was changed",
                wanted,
                identity,
                url));
      }
      identities.add(wanted);
    }
    return store;
  }

  /** The store's URL without secrets. */
  public String url() {
    return url;
  }

  /** Which store this is. */
  public long identity() {
    return identity;
  }
}
