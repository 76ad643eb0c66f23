package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What names a counter, behind the {@code #} of a URL.
 *
 * @param kind a sequence, a table with AUTO_INCREMENT, or a ticket table
 * @param place the sequence or table
 * @param column the ticket table's column of numbers, else empty
 * @param whereColumn by which its row is found, else empty
 * @param whereValue what stands in that column
 */
record CounterName(
    Kind kind, TableName place, String column, String whereColumn, String whereValue) {

  enum Kind {
    SEQUENCE("sequence"),
    TABLE("table"),
    TICKET("ticket");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  private static final String WHERE = "where";
  private static final String RULE =
      "the counter is not #sequence=NAME (PostgreSQL), #table=NAME (MySQL, MariaDB) or"
          + " #ticket=TABLE.COLUMN, with &where=COLUMN:VALUE to choose a row";

  static CounterName of(String url, SqlEngine engine) {
    Map<String, String> parts = parts(url);
    Kind found = null;
    for (Kind kind : Kind.values()) {
      if (parts.containsKey(kind.word)) {
        found = kind;
      }
    }
    boolean postgresql = engine == SqlEngine.POSTGRESQL;
    boolean where = parts.containsKey(WHERE);
    if (found == null
        || parts.size() != (where ? 2 : 1)
        || (where && found != Kind.TICKET)
        || found == (postgresql ? Kind.TABLE : Kind.SEQUENCE)) {
      throw wrong(url);
    }
    String name = parts.getOrDefault(found.word, "");
    if (found != Kind.TICKET) {
      return new CounterName(found, table(name, url), "", "", "");
    }
    int dot = name.lastIndexOf('.');
    String condition = parts.getOrDefault(WHERE, "");
    int colon = condition.indexOf(':');
    if (dot < 0 || (where && colon < 0)) {
      throw wrong(url);
    }
    return new CounterName(
        found,
        table(name.substring(0, dot), url),
        table(name.substring(dot + 1), url).name(),
        where ? table(condition.substring(0, colon), url).name() : "",
        condition.substring(colon + 1));
  }

  private static Map<String, String> parts(String url) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String part : url.substring(url.indexOf('#') + 1).split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw wrong(url);
      }
      try {
        parts.put(
            part.substring(0, equals),
            URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw wrong(url);
      }
    }
    return parts;
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
