package io.mintmark.shardingsphere;

import io.mintmark.Mintmark;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The stores that the algorithms of this JVM claim from, each opened once.
 *
 * <p>ShardingSphere makes its algorithms anew for every data source and whenever a rule changes,
 * some only to check their properties, and tells none of them that it is done with it. So all that
 * name one store share one {@link Mintmark}, which stays open for the JVM's life: as many as URLs
 * are configured. Ending the JVM without closing them loses nothing, as what is claimed is never
 * given back.
 */
public final class MintmarkStores {

  /** Guarded by itself. */
  private static final Map<String, Mintmark> OPEN = new LinkedHashMap<>();

  private MintmarkStores() {}

  static Mintmark open(String url) {
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(url, Mintmark::open);
    }
  }

  /**
   * Closes all stores, for an application that is taken out of a JVM that goes on, after its data
   * sources. Data sources that are still in use make no keys any more; new ones open their stores
   * again.
   */
  public static void closeAll() {
    synchronized (OPEN) {
      OPEN.values().forEach(Mintmark::close);
      OPEN.clear();
    }
  }
}
