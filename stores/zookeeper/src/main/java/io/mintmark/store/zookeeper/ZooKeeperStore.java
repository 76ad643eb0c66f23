package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreEngine;
import java.time.Duration;

/**
 * A store that keeps its lines in a ZooKeeper ensemble, 3.5 or later: each as a node, below one
 * node for the namespace.
 *
 * <p>A claim is one write of the line's node, on the condition that its version is still the one
 * that was read, and is on the disks of a majority of the servers before it answers. The claims of
 * many threads on one line become one write, and writes on different lines go out together. Every
 * call returns or throws within the timeout given at opening, also while a majority of the servers
 * is down. When the session ends, another is begun by itself.
 *
 * <p>{@link #now()} costs a write: it is the time that the leader gives a node when it is written,
 * and so the same clock for all, whatever server they are connected to. Generators ask for it once
 * a window.
 *
 * <p>Thread-safe.
 */
public final class ZooKeeperStore extends EngineStore {

  /** The namespace, unless another is given. */
  public static final String DEFAULT_NAMESPACE = "/mintmark";

  ZooKeeperStore(OpenSettings settings, StoreEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Opens a store by its URL.
   *
   * @param url {@code zookeeper://HOST:PORT,.../NAMESPACE}, see the store's page
   * @param timeout the deadline of every call
   * @return the open store, which the caller closes
   * @throws ConfigurationException as {@link ZooKeeperStoreBuilder#open()} does
   * @throws StoreUnavailableException if the servers cannot be reached in time
   */
  public static ZooKeeperStore open(String url, Duration timeout) {
    return builder().url(url).timeout(timeout).open();
  }

  /**
   * Starts to say which servers, and how.
   *
   * @return a builder
   */
  public static ZooKeeperStoreBuilder builder() {
    return new ZooKeeperStoreBuilder();
  }
}
