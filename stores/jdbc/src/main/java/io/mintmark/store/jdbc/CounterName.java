package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The name of a counter, after the {@code #} of a URL.
 *
 * @param place a sequence, a table with AUTO_INCREMENT, or a ticket table (a table from which
 *     applications take their numbers)
 * @param column the column of the ticket table that contains the number; empty for the others
 * @param whereColumn the column that selects the ticket table's row; empty if no column was given
 * @param whereValue the value of that column
 */
record CounterName(TableName place, String column, String whereColumn, String whereValue) {

  private static final String RULE =
      "the counter is not #sequence=NAME (PostgreSQL), #table=NAME (MySQL, MariaDB) or"
          + " #ticket=TABLE.COLUMN, with &where=COLUMN:VALUE to choose a row";

  static CounterName of(String url, SqlEngine engine) {
    Map<String, String> parts = new HashMap<>();
    for (String part : url.substring(url.indexOf('#') + 1).split("&", -1)) {
      String[] pair = part.split("=", 2);
      if (pair.length == 1 || parts.put(pair[0], decoded(pair[1], url)) != null) {
        throw wrong(url);
      }
    }
    String counter = parts.remove(engine == SqlEngine.POSTGRESQL ? "sequence" : "table");
    if (counter != null && parts.isEmpty()) {
      return new CounterName(table(counter, url), "", "", "");
    }
    String ticket = parts.getOrDefault("ticket", "");
    String where = parts.getOrDefault("where", ":");
    int dot = ticket.lastIndexOf('.');
    int colon = where.indexOf(':');
    boolean known = Set.of("ticket", "where").containsAll(parts.keySet());
    if (counter != null || dot < 0 || colon < 0 || !known) {
      throw wrong(url);
    }
    return new CounterName(
        table(ticket.substring(0, dot), url),
        table(ticket.substring(dot + 1), url).name(),
        parts.containsKey("where") ? table(where.substring(0, colon), url).name() : "",
        where.substring(colon + 1));
  }

  private static String decoded(String text, String url) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw wrong(url);
    }
  }

  private static TableName table(String text, String url) {
    Optional<TableName> read = TableName.of(text);
    return read.orElseThrow(
        () -> new ConfigurationException("counter " + StoreUrl.mask(url), TableName.rule(text)));
  }

  private static ConfigurationException wrong(String url) {
    return new ConfigurationException("counter " + StoreUrl.mask(url), RULE);
  }
}
