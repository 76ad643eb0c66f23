package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Opens connections.
 *
 * @param source opens a connection
 * @param isOwn whether the connections belong to the store alone. The store closes such
 *     connections, and gives all others back to the caller's DataSource
 */
record Connector(Source source, boolean isOwn) {

  /** Opens a connection, without a time limit of its own. */
  @FunctionalInterface
  interface Source {
    Connection connect() throws SQLException;
  }

  /** Takes connections from the caller's DataSource, which may be a pool. */
  static Connector of(DataSource source) {
    return new Connector(source::getConnection, false);
  }

  /** Connects through the driver, with time limits set in the properties. */
  static Connector of(JdbcUrl url, Properties properties) {
    Driver driver = url.engine().driver();
    Source source = () -> {
      Connection connection = driver.connect(url.url().forDriver(), properties);
      if (connection == null) {
        throw new ConfigurationException("store " + url, "the driver does not take this URL");
      }
      return connection;
    };
    return new Connector(source, true);
  }
}
