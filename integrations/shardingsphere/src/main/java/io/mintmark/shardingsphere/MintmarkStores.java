package io.mintmark.shardingsphere;

import io.mintmark.Mintmark;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The stores from which the algorithms of this JVM claim ranges of ids. Each store is opened once.
 *
 * <p>ShardingSphere makes new algorithms for every data source and whenever a rule changes, some of
 * them only to check their properties. It does not notify an algorithm that is no longer used. So
 * all algorithms with the same store share a {@link Mintmark}, which stays open for the life of the
 * JVM. There are at most as many shared Mintmarks as configured URLs. They need not be closed
 * before the JVM ends, because claimed ranges are never returned to a store.
 */
public final class MintmarkStores {

  /** The open Mintmarks by their stores' URLs. Guarded by the map's own lock. */
  private static final Map<String, Mintmark> OPEN = new LinkedHashMap<>();

  private MintmarkStores() {}

  static Mintmark open(String url) {
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(url, Mintmark::open);
    }
  }

  /**
   * Closes all stores, for an application that is undeployed from a running JVM. Call this after
   * closing the application's data sources. Data sources that are still in use cannot make keys any
   * more. New data sources open their stores again.
   */
  public static void closeAll() {
    synchronized (OPEN) {
      OPEN.values().forEach(Mintmark::close);
      OPEN.clear();
    }
  }
}
