package io.mintmark.store.zookeeper;

import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreEngine;

/**
 * A store that keeps its lines (named, durable counters) in a ZooKeeper ensemble, version 3.5 or
 * later. Each line is a node below the namespace's node.
 *
 * <p>A claim is one write of the line's node, on the condition that the node's version has not
 * changed since it was read. The servers acknowledge the write when it is on the disks of a
 * majority of them. The claims of many threads on one line become one write, and writes of
 * different lines are sent together. Every call returns or throws within the timeout that was set
 * at opening, even while a majority of the servers is down. When the session ends, the store begins
 * another automatically.
 *
 * <p>{@link #now()} costs a write. It returns the time that the leader gives a node when it is
 * written, so the clock is the same for all clients, whichever server they are connected to.
 * Generators read it once for each window (a span of time that they claim ahead on a worker
 * number).
 *
 * <p>Thread-safe.
 */
public final class ZooKeeperStore extends EngineStore {

  /** The default namespace. */
  public static final String DEFAULT_NAMESPACE = "/mintmark";

  ZooKeeperStore(OpenSettings settings, StoreEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Starts to configure a store.
   *
   * @return a builder
   */
  public static ZooKeeperStoreBuilder builder() {
    return new ZooKeeperStoreBuilder();
  }
}
