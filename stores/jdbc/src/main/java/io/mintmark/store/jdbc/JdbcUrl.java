package io.mintmark.store.jdbc;

import io.mintmark.store.engine.ServerUrl;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A checked URL: {@code jdbc:ENGINE://HOST[:PORT][,HOST[:PORT]...]/DATABASE[?PARAMETERS]}. Other
 * forms that a driver understands need the caller's own DataSource, because their rules for
 * deadlines and for the choice of a server would differ from ours.
 */
record JdbcUrl(SqlEngine engine, ServerUrl url, boolean severalHosts) {

  static final String TABLE = "table";

  private static final Pattern PRINTABLE = Pattern.compile("[!-~]*");
  private static final Pattern AUTO_RECONNECT =
      Pattern.compile("[?&](?i:autoReconnect|autoReconnectForPools)=(?i:true|yes)");

  /** Starts to read the settings of a store. */
  static ServerUrl parse(String text) {
    return ServerUrl.forDriver(text, SqlEngine.SCHEMES, Set.of(TABLE));
  }

  /** Reads the remaining settings, and refuses the URL if it has faults. */
  static JdbcUrl of(ServerUrl url) {
    SqlEngine engine = SqlEngine.of(url.scheme());
    if (!PRINTABLE.matcher(url.forDriver()).matches()) {
      url.fault("not printable ASCII: such characters are percent-encoded");
    }
    int hosts = url.servers(engine.port()).size();
    if (url.path().isEmpty()) {
      url.fault("no database: the URL is {}://HOST[:PORT]/DATABASE", url.scheme());
    }
    if (AUTO_RECONNECT.matcher(url.forDriver()).find()) {
      url.fault("autoReconnect=true: the store reconnects by itself, with its own settings");
    }
    url.check();
    return new JdbcUrl(engine, url, hosts > 1);
  }

  /** Returns settings for the driver. A setting in the URL overrides its value here. */
  Properties properties(Duration timeout) {
    Properties properties = new Properties();
    long ms = Math.max(1, timeout.toMillis());
    if (engine == SqlEngine.POSTGRESQL) {
      String seconds = Long.toString((ms + 999) / 1_000);
      properties.putAll(Map.of(
          "connectTimeout", seconds,
          "socketTimeout", seconds,
          "tcpKeepAlive", "true",
          "ApplicationName", "mintmark",
          // With this mode, the driver sends an unprepared statement as one message, which halves
          // the engine's cost.
          "preferQueryMode", "extendedForPrepared"));
      if (severalHosts) {
        properties.setProperty("targetServerType", "primary");
      }
      return properties;
    }
    properties.putAll(Map.of(
        "connectTimeout", Long.toString(ms),
        "socketTimeout", Long.toString(ms),
        "allowMultiQueries", "true"));
    return properties;
  }

  @Override
  public String toString() {
    return url.toString();
  }
}
