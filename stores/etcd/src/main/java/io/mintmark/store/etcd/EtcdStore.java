package io.mintmark.store.etcd;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import java.time.Duration;

/**
 * A store that keeps its lines in etcd, each as a key.
 *
 * <p>A claim is answered when a majority of the members has it in its logs, so that no change of
 * the leader undoes it. Claims that wait for etcd while it is at others share one transaction, and
 * those on one line are made into one. etcd tells no time, so {@link #now} is empty.
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
   * @throws ConfigurationException if the URL is wrong, the user may not do what is needed, or
   *     {@code strict=true} refuses the cluster
   * @throws StoreUnavailableException if etcd does not answer
   */
  public static EtcdStore open(String url, Duration timeout) {
    return builder().url(url).timeout(timeout).open();
  }

  /**
   * Starts the settings of a store.
   *
   * @return a builder with the defaults
   */
  public static EtcdStoreBuilder builder() {
    return new EtcdStoreBuilder();
  }
}
