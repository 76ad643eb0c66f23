package io.mintmark.store.jdbc;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;

/**
 * Opens {@code jdbc:postgresql://}, {@code jdbc:mariadb://} and {@code jdbc:mysql://}, with the
 * parameters {@code table} and {@code strict} beside the driver's own.
 */
public final class JdbcStoreProvider implements ClaimStoreProvider {

  private static final String SCHEME = "jdbc:";

  /** For {@link java.util.ServiceLoader}. */
  public JdbcStoreProvider() {}

  /** Says yes to all of JDBC, so that other engines are refused with the reason. */
  @Override
  public boolean accepts(String url) {
    return url.startsWith(SCHEME);
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return JdbcStore.builder().url(url).openTimeout(opening).timeout(timeout).open();
  }
}
