package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.StoreUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A checked URL: {@code jdbc:ENGINE://HOST[:PORT][,HOST[:PORT]...]/DATABASE[?PARAMETERS]}. What a
 * driver understands beyond that is for a caller's own DataSource, as its rules about deadlines and
 * about which server is asked would not be ours.
 */
final class JdbcUrl {

  static final String TABLE = "table";

  private static final int MAX_LENGTH = 8_192;
  private static final int MAX_PORT = 65_535;
  private static final Pattern PRINTABLE = Pattern.compile("[!-~]*");
  private static final Pattern AFTER_SCHEME = Pattern.compile("//([^/?#]*)(/[^?#]*)?([?][^#]*)?");
  private static final Pattern HOST =
      Pattern.compile("(?:[^@,]*@)?([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%]+])(?::([0-9]{1,10}))?");
  private static final Pattern AUTO_RECONNECT =
      Pattern.compile("[?&](?i:autoReconnect|autoReconnectForPools)=(?i:true|yes)");

  private static final String H2 =
      "H2 has no mode that syncs each commit to the disk, and a kill -9 made it repeat thousands "
          + "of claims that it had acknowledged: use file:PATH for an embedded store";

  private final SqlEngine engine;
  private final StoreUrl url;
  private final TableName table;
  private final boolean severalHosts;

  private JdbcUrl(SqlEngine engine, StoreUrl url, TableName table, boolean severalHosts) {
    this.engine = engine;
    this.url = url;
    this.table = table;
    this.severalHosts = severalHosts;
  }

  static JdbcUrl of(String text) {
    String subject = "store " + shown(text);
    if (text.startsWith("jdbc:h2:")) {
      throw new ConfigurationException(subject, H2);
    }
    SqlEngine engine = SqlEngine.of(text)
        .orElseThrow(() -> new ConfigurationException(
            subject,
            "a JDBC store's URL starts with jdbc:postgresql:, jdbc:mariadb: or jdbc:mysql:"));
    List<String> faults = new ArrayList<>();
    if (text.length() > MAX_LENGTH) {
      faults.add(
          Message.of("a URL has at most {} characters: length={}", MAX_LENGTH, text.length()));
    }
    if (!PRINTABLE.matcher(text).matches()) {
      faults.add("a URL is printable ASCII; what is not is percent-encoded");
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(subject, faults);
    }
    StoreUrl url = StoreUrl.of(text, Set.of(TABLE));
    int hosts = checkHosts(engine, text, faults);
    String table = url.parameter(TABLE, TableName.DEFAULT);
    if (TableName.of(table).isEmpty()) {
      faults.add(TableName.rule(table));
    }
    if (AUTO_RECONNECT.matcher(text).find()) {
      faults.add("the store reconnects by itself, with its own settings: autoReconnect=true");
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(subject, faults);
    }
    return new JdbcUrl(engine, url, TableName.of(table).orElseThrow(), hosts > 1);
  }

  private static String shown(String text) {
    String masked = StoreUrl.mask(text);
    return masked.length() <= MAX_LENGTH ? masked : masked.substring(0, 100) + "...";
  }

  private static int checkHosts(SqlEngine engine, String text, List<String> faults) {
    Matcher parts = AFTER_SCHEME.matcher(text.substring(engine.scheme().length()));
    if (!parts.matches()) {
      faults.add("a URL is " + engine.scheme() + "//HOST[:PORT]/DATABASE; for what that cannot say "
          + "give the store a DataSource");
      return 0;
    }
    String[] hosts = parts.group(1).split(",", -1);
    for (String host : hosts) {
      Matcher address = HOST.matcher(host);
      if (!address.matches()) {
        faults.add(Message.of(
            "a URL names its host, HOST or HOST:PORT: host='{}'",
            StoreUrl.mask("//" + host).substring(2)));
      } else if (address.group(2) != null) {
        long port = Long.parseLong(address.group(2));
        if (port < 1 || port > MAX_PORT) {
          faults.add(Message.of("a port is 1 to {}: port={}", MAX_PORT, port));
        }
      }
    }
    String database = parts.group(2);
    if (database == null || database.length() < 2) {
      faults.add("a URL names a database: " + engine.scheme() + "//HOST[:PORT]/DATABASE");
    }
    return hosts.length;
  }

  SqlEngine engine() {
    return engine;
  }

  TableName table() {
    return table;
  }

  boolean isStrict() {
    return url.isStrict();
  }

  /** What the driver is given; it has the secrets. */
  String forDriver() {
    return url.forClient();
  }

  /** The driver's own settings, beside those in the URL, which it prefers. */
  Properties properties(Duration timeout) {
    Properties properties = new Properties();
    long ms = Math.max(1, timeout.toMillis());
    if (engine == SqlEngine.POSTGRESQL) {
      String seconds = Long.toString((ms + 999) / 1_000);
      properties.setProperty("connectTimeout", seconds);
      properties.setProperty("socketTimeout", seconds);
      properties.setProperty("tcpKeepAlive", "true");
      properties.setProperty("ApplicationName", "mintmark");
      // What is not prepared goes out as one message, which costs the engine half as much.
      properties.setProperty("preferQueryMode", "extendedForPrepared");
      if (severalHosts) {
        properties.setProperty("targetServerType", "primary");
      }
      return properties;
    }
    properties.setProperty("connectTimeout", Long.toString(ms));
    properties.setProperty("socketTimeout", Long.toString(ms));
    properties.setProperty("allowMultiQueries", "true");
    return properties;
  }

  @Override
  public String toString() {
    return url.toString();
  }
}
