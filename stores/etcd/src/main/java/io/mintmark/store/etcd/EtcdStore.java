package io.mintmark.store.etcd;

import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;

/**
 * A store that keeps its lines (named, durable counters) in etcd. Each line is a key.
 *
 * <p>A claim succeeds when it is in the logs of a majority of the members, so no change of the
 * leader undoes it. While etcd executes earlier claims, later claims wait. All waiting claims on
 * one line are combined into one claim, and the claims on all lines share one transaction. etcd
 * does not provide its clock, so {@link #now} is empty.
 *
 * <p>Scope: all processes that use the same cluster and prefix. Thread-safe.
 */
public final class EtcdStore extends EngineStore {

  EtcdStore(OpenSettings settings, EtcdEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Starts to configure a store.
   *
   * @return a builder with the defaults
   */
  public static EtcdStoreBuilder builder() {
    return new EtcdStoreBuilder();
  }
}
