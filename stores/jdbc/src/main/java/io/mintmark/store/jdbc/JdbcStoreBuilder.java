package io.mintmark.store.jdbc;

import io.mintmark.error.Message;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link JdbcStore}. Not thread-safe. */
public final class JdbcStoreBuilder extends EngineBuilder<JdbcStoreBuilder, JdbcStore> {

  private @Nullable DataSource source;
  private @Nullable String table;
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
    table = name;
    return this;
  }

  @Override
  protected JdbcStore openNow() {
    List<String> faults = faults("DataSource", source == null ? 0 : 1);
    if (url().isEmpty() && user != null) {
      faults.add(
          Message.of("a user cannot be set with a DataSource, which has its own: user='{}'", user));
    }
    if (table != null && TableName.of(table).isEmpty()) {
      faults.add(TableName.rule(table));
    }
    refuse("JDBC store", faults);
    if (source != null) {
      TableName name = TableName.of(table == null ? TableName.DEFAULT : table).orElseThrow();
      return open(
          settings("jdbc: through a DataSource, table=" + name, false), Connector.of(source), name);
    }
    JdbcUrl read = JdbcUrl.of(url().orElseThrow());
    Properties properties = read.properties(timeout());
    if (user != null && password != null) {
      properties.setProperty("user", user);
      properties.setProperty("password", password);
    }
    TableName name = table == null ? read.table() : TableName.of(table).orElseThrow();
    return open(
        settings(read.toString(), read.url().strict()), Connector.of(read, properties), name);
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
