package io.mintmark.store.etcd;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import java.time.Duration;

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
   * Opens the store that a URL names.
   *
   * @param url {@code etcd://HOST:PORT,HOST:PORT?prefix=P}
   * @param timeout the deadline of every call
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong, the user lacks a necessary right, or
   *     {@code strict=true} refuses the cluster
   * @throws StoreUnavailableException if etcd does not reply
   */
  public static EtcdStore open(String url, Duration timeout) {
    return builder().url(url).timeout(timeout).open();
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
