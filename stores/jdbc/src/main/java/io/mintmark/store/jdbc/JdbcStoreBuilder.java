package io.mintmark.store.jdbc;

import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.ServerUrl;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link JdbcStore}. Not thread-safe. */
public final class JdbcStoreBuilder extends EngineBuilder<JdbcStoreBuilder, JdbcStore> {

  private @Nullable DataSource source;
  private @Nullable String user;
  private @Nullable String password;

  JdbcStoreBuilder() {}

  /**
   * Sets the user and the password, if the URL contains none.
   *
   * @param name the engine's user
   * @param secret the user's password
   * @return this
   */
  public JdbcStoreBuilder credentials(String name, String secret) {
    user = name;
    password = secret;
    return this;
  }

  /**
   * Takes two connections from the caller's DataSource or pool, and keeps them while the store is
   * open. Closing the store restores their session settings, gives them back, and leaves the
   * DataSource open. The connections' driver must be PostgreSQL's, MariaDB's or MySQL's own.
   *
   * @param dataSource the source of the connections
   * @return this
   */
  public JdbcStoreBuilder dataSource(DataSource dataSource) {
    source = dataSource;
    return this;
  }

  /**
   * Sets the table that holds the lines, which are the counters of the store.
   *
   * @param name {@code table} or {@code schema.table}, each name with 1 to 63 characters of
   *     {@code A-Z a-z 0-9 _}, not starting with a digit; default {@code mintmark_line}, in the
   *     connection's current schema or database
   * @return this
   */
  public JdbcStoreBuilder table(String name) {
    return set(JdbcUrl.TABLE, name);
  }

  @Override
  protected JdbcStore openNow() {
    ServerUrl read = read(
        JdbcUrl.parse(url().orElse("jdbc:postgresql://DataSource")),
        "DataSource",
        source == null ? 0 : 1);
    TableName table = TableName.in(read);
    if (url().isEmpty() && user != null) {
      read.fault("a user cannot be set with a DataSource, which has its own: user='{}'", user);
    }
    if (url().isEmpty()) {
      read.check();
      String name = "jdbc: through a DataSource, table=" + table;
      return open(settings(name, read), Connector.of(Objects.requireNonNull(source)), table);
    }
    JdbcUrl url = JdbcUrl.of(read);
    Properties properties = url.properties(timeout());
    if (user != null && password != null) {
      properties.setProperty("user", user);
      properties.setProperty("password", password);
    }
    return open(settings(url.toString(), read), Connector.of(url, properties), table);
  }

  private static JdbcStore open(OpenSettings settings, Connector connector, TableName table) {
    JdbcEngine engine = new JdbcEngine(connector, table, settings);
    return opened(settings.subject(), engine::close, () -> {
      Durability durability =
          engine.prepare("store " + settings.name(), settings.openingDeadline());
      return new JdbcStore(settings, engine, durability);
    });
  }
}
