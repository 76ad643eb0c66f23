package io.mintmark.store.jdbc;

import io.mintmark.store.engine.EngineStoreProvider;
import java.util.Set;

/**
 * Opens {@code jdbc:postgresql://}, {@code jdbc:mariadb://} and {@code jdbc:mysql://}, with the
 * parameters {@code table} and {@code strict} beside the driver's own.
 */
public final class JdbcStoreProvider extends EngineStoreProvider {

  /** For {@link java.util.ServiceLoader}. Takes all of JDBC, to refuse others with the reason. */
  public JdbcStoreProvider() {
    super(Set.of("jdbc"), JdbcStore::builder);
  }
}
