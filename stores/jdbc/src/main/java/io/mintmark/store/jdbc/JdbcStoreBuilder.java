package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link JdbcStore}. Not thread-safe. */
public final class JdbcStoreBuilder {

  private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

  private @Nullable String url;
  private @Nullable DataSource source;
  private @Nullable String table;
  private @Nullable Boolean strict;
  private @Nullable String user;
  private @Nullable String password;
  private Duration timeout = JdbcStore.DEFAULT_TIMEOUT;
  private @Nullable Duration openTimeout;

  JdbcStoreBuilder() {}

  /**
   * Connects by a URL.
   *
   * @param jdbcUrl for example {@code jdbc:postgresql://127.0.0.1:5432/shop}
   * @return this
   */
  public JdbcStoreBuilder url(String jdbcUrl) {
    url = jdbcUrl;
    source = null;
    return this;
  }

  /**
   * Says who connects, where the URL does not.
   *
   * @param name the engine's user
   * @param secret that user's password
   * @return this
   */
  public JdbcStoreBuilder credentials(String name, String secret) {
    user = name;
    password = secret;
    return this;
  }

  /**
   * Takes connections from the caller's DataSource or pool: two for as long as the store is open.
   * They are given back at closing, with their session settings as they were; the DataSource is
   * left open. Of PostgreSQL's, MariaDB's or MySQL's own driver.
   *
   * @param dataSource where to take connections from
   * @return this
   */
  public JdbcStoreBuilder dataSource(DataSource dataSource) {
    source = dataSource;
    url = null;
    return this;
  }

  /**
   * Names the table that holds the lines.
   *
   * @param name {@code table} or {@code schema.table}, each 1 to 63 of {@code A-Z a-z 0-9 _};
   *     default {@code mintmark_line}, in the schema or database that the connection is in
   * @return this
   */
  public JdbcStoreBuilder table(String name) {
    table = name;
    return this;
  }

  /**
   * Sets the deadline of every call, connecting included.
   *
   * @param deadline 1 ms to an hour; default 5 s
   * @return this
   */
  public JdbcStoreBuilder timeout(Duration deadline) {
    timeout = deadline;
    return this;
  }

  /**
   * Sets the deadline of opening, which a process that has just started may need longer for than
   * for a call.
   *
   * @param deadline above 0, at most an hour; by default the timeout of a call
   * @return this
   */
  public JdbcStoreBuilder openTimeout(Duration deadline) {
    openTimeout = deadline;
    return this;
  }

  /**
   * Sets whether to refuse an engine that may lose what it acknowledged.
   *
   * @param only whether to; default false, which warns
   * @return this
   */
  public JdbcStoreBuilder strict(boolean only) {
    strict = only;
    return this;
  }

  /**
   * Connects, makes the table if it is missing, and reads the engine's settings.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the settings are wrong, the driver is missing, the engine
   *     refuses the user, the table cannot be made or used (the message has the DDL), or the engine
   *     may lose claims and that is to be refused
   * @throws StoreUnavailableException if the engine did not answer in time
   */
  public JdbcStore open() {
    List<String> faults = new ArrayList<>();
    if (url == null && source == null) {
      faults.add("a store needs a URL or a DataSource: url=none, dataSource=none");
    }
    if (url == null && user != null) {
      faults.add(Message.of("a DataSource has its own credentials: user='{}'", user));
    }
    for (Duration each : Set.copyOf(List.of(timeout, opening()))) {
      if (each.toMillis() < 1 || each.compareTo(MAX_TIMEOUT) > 0) {
        faults.add(Message.of("a timeout is 1 ms to {}: timeout={}", MAX_TIMEOUT, each));
      }
    }
    if (table != null && TableName.of(table).isEmpty()) {
      faults.add(TableName.rule(table));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("JDBC store", faults);
    }
    if (source != null) {
      TableName name = TableName.of(table == null ? TableName.DEFAULT : table).orElseThrow();
      return JdbcStore.open(
          "jdbc: through a DataSource, table=" + name,
          new Connector.FromDataSource(source),
          name,
          opening(),
          timeout,
          strict != null && strict);
    }
    return openUrl(JdbcUrl.of(String.valueOf(url)));
  }

  private JdbcStore openUrl(JdbcUrl read) {
    Connector.FromUrl connector = Connector.FromUrl.of(read, timeout);
    if (user != null && password != null) {
      connector.properties().setProperty("user", user);
      connector.properties().setProperty("password", password);
    }
    TableName name = table == null ? read.table() : TableName.of(table).orElseThrow();
    return JdbcStore.open(
        read.toString(),
        connector,
        name,
        opening(),
        timeout,
        strict == null ? read.isStrict() : strict);
  }

  private Duration opening() {
    return openTimeout == null ? timeout : openTimeout;
  }
}
