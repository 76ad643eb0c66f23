package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private static final Pattern FORM = Pattern.compile(
      "(sequence|table)=([^&]*)|ticket=([^&]*)\\.([^&.]*)(?:&where=([^&:]*):([^&]*))?");

  static CounterName of(String url, SqlEngine engine) {
    Matcher parts = FORM.matcher(url.substring(url.indexOf('#') + 1));
    if (!parts.matches()) {
      throw wrong(url);
    }
    if (parts.group(1) != null) {
      if (parts.group(1).equals("sequence") != (engine == SqlEngine.POSTGRESQL)) {
        throw wrong(url);
      }
      return new CounterName(table(parts.group(2), url), "", "", "");
    }
    boolean chooses = parts.group(5) != null;
    return new CounterName(
        table(parts.group(3), url),
        table(parts.group(4), url).name(),
        chooses ? table(parts.group(5), url).name() : "",
        chooses ? decoded(parts.group(6), url) : "");
  }

  private static String decoded(String text, String url) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw wrong(url);
    }
  }

  private static TableName table(String text, String url) {
    String name = decoded(text, url);
    return TableName.of(name)
        .orElseThrow(() ->
            new ConfigurationException("counter " + StoreUrl.mask(url), TableName.rule(name)));
  }

  private static ConfigurationException wrong(String url) {
    return new ConfigurationException("counter " + StoreUrl.mask(url), RULE);
  }
}
