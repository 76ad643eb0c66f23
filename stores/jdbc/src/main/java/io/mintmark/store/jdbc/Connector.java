package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;

/** Opens connections. */
sealed interface Connector {

  /** Opens a connection, without a time limit of its own. */
  Connection connect() throws SQLException;

  /**
   * Returns whether the connections belong to the store alone. The store closes such connections,
   * and gives all others back to the caller's DataSource.
   */
  boolean isOwn();

  /** Connects through the driver, with time limits set. */
  record FromUrl(JdbcUrl url, Driver driver, Properties properties) implements Connector {

    static FromUrl of(JdbcUrl url, Duration timeout) {
      return new FromUrl(url, url.engine().driver(), url.properties(timeout));
    }

    @Override
    public Connection connect() throws SQLException {
      Connection connection = driver.connect(url.forDriver(), properties);
      if (connection == null) {
        throw new ConfigurationException("store " + url, "the driver does not take this URL");
      }
      return connection;
    }

    @Override
    public boolean isOwn() {
      return true;
    }
  }

  /** Takes connections from the caller's DataSource, which may be a pool. */
  record FromDataSource(DataSource source) implements Connector {

    @Override
    public Connection connect() throws SQLException {
      return source.getConnection();
    }

    @Override
    public boolean isOwn() {
      return false;
    }
  }
}
