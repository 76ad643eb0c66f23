package io.mintmark.store.jdbc;

import io.mintmark.store.engine.EngineStoreProvider;
import java.util.Set;

/**
 * Opens {@code jdbc:postgresql://}, {@code jdbc:mariadb://} and {@code jdbc:mysql://} URLs, with
 * the parameters {@code table} and {@code strict} besides the driver's own.
 */
public final class JdbcStoreProvider extends EngineStoreProvider {

  /**
   * For {@link java.util.ServiceLoader}. Accepts every JDBC URL, so that an error can explain which
   * engines are supported.
   */
  public JdbcStoreProvider() {
    super(Set.of("jdbc"), JdbcStore::builder);
  }
}
