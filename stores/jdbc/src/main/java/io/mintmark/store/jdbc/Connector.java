package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.store.engine.Attempt;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Opens connections.
 *
 * @param source opens a connection, without a time limit of its own
 * @param isOwn whether the connections belong to the store alone. The store closes such
 *     connections, and gives all others back to the caller's DataSource
 */
record Connector(Attempt.Work<Connection, SQLException> source, boolean isOwn) {

  /** Takes connections from the caller's DataSource, which may be a pool. */
  static Connector of(DataSource source) {
    return new Connector(source::getConnection, false);
  }

  /** Connects through the driver, with time limits set in the properties. */
  static Connector of(JdbcUrl url, Properties properties) {
    Driver driver = url.engine().driver();
    Attempt.Work<Connection, SQLException> source = () -> {
      Connection connection = driver.connect(url.url().forDriver(), properties);
      if (connection == null) {
        throw new ConfigurationException("store " + url, "the driver does not take this URL");
      }
      return connection;
    };
    return new Connector(source, true);
  }
}
