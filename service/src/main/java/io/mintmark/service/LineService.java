package io.mintmark.service;

import io.mintmark.error.Message;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.StoreLines;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives access to lines (named, durable counters in the store), for clients that send claims
 * themselves. Thread-safe.
 */
public final class LineService {

  private final LineStore store;
  private final LineStore gated;
  private final String url;
  private final long identity;

  /**
   * The identities that requests may use: this store's own, and the identities of stores whose
   * lines were all moved here. The identity of such a store is added when a request first uses it.
   */
  private final Set<Long> identities = ConcurrentHashMap.newKeySet();

  /**
   * Makes the service.
   *
   * @param store holds the lines; the caller closes it
   * @param url the store's URL, without secrets
   * @param identity the store's identity
   */
  public LineService(LineStore store, String url, long identity) {
    this.store = store;
    this.gated = new MovableStore(store);
    this.url = url;
    this.identity = identity;
    identities.add(identity);
  }

  /** Returns the store. */
  public LineStore store() {
    return store;
  }

  /**
   * Returns the store for a caller whose request contains no store's identity. Such a caller cannot
   * detect that the lines were moved to another store, so the returned store detects it.
   */
  public LineStore lines() {
    return gated;
  }

  /**
   * Returns the store for a caller whose request contains a store's identity: that of this store,
   * or of a store whose lines have all arrived here. Such a caller has its own
   * {@link MovableStore}, or moves the lines.
   *
   * @throws ProblemException if the identity is that of any other store
   */
  public LineStore lines(long wanted) {
    if (!identities.contains(wanted)) {
      if (wanted < 1 || store.position(StoreLines.from(wanted)) == 0) {
        throw new ProblemException(
            Problem.Kind.OTHER_STORE,
            Message.of(
                "the server has a different store from the request's: store={}, this one has"
                    + " store={} ({}); nothing was changed",
                wanted,
                identity,
                url));
      }
      identities.add(wanted);
    }
    return store;
  }

  /** Returns the store's URL without secrets. */
  public String url() {
    return url;
  }

  /** Returns the store's identity. */
  public long identity() {
    return identity;
  }
}
