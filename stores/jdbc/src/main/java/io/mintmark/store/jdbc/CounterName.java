package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a counter, after the {@code #} of a URL.
 *
 * @param kind a sequence, a table with AUTO_INCREMENT, or a ticket table (a table from which
 *     applications take their numbers)
 * @param place the sequence or table
 * @param column the column of the ticket table that contains the number; empty for other kinds
 * @param whereColumn the column that selects the ticket table's row; empty if no column was given
 * @param whereValue the value of that column
 */
record CounterName(
    Kind kind, TableName place, String column, String whereColumn, String whereValue) {

  enum Kind {
    SEQUENCE,
    TABLE,
    TICKET
  }

  /**
   * The form of the text after the {@code #}. The {@code where} part may be before or after the
   * counter.
   */
  private static final Pattern FORM =
      Pattern.compile("(?:where=([^&]*)&)?(sequence|table|ticket)=([^&]*)(?:&where=([^&]*))?");

  private static final Pattern CONDITION = Pattern.compile("(?s)([^:]*):(.*)");
  private static final Pattern COLUMN = Pattern.compile("(?s)(.*)\\.([^.]*)");

  private static final String RULE =
      "the counter is not #sequence=NAME (PostgreSQL), #table=NAME (MySQL, MariaDB) or"
          + " #ticket=TABLE.COLUMN, with &where=COLUMN:VALUE to choose a row";

  static CounterName of(String url, SqlEngine engine) {
    Matcher form = matched(FORM, url.substring(url.indexOf('#') + 1), url);
    Kind kind = Kind.valueOf(form.group(2).toUpperCase(Locale.ROOT));
    String name = decoded(form.group(3), url);
    String condition = form.group(1) == null ? form.group(4) : form.group(1);
    boolean twice = form.group(1) != null && form.group(4) != null;
    Kind others = engine == SqlEngine.POSTGRESQL ? Kind.TABLE : Kind.SEQUENCE;
    if (kind == others || twice || (condition != null && kind != Kind.TICKET)) {
      throw wrong(url);
    }
    if (kind != Kind.TICKET) {
      return new CounterName(kind, table(name, url), "", "", "");
    }
    Matcher column = matched(COLUMN, name, url);
    TableName place = table(column.group(1), url);
    String numbers = table(column.group(2), url).name();
    if (condition == null) {
      return new CounterName(kind, place, numbers, "", "");
    }
    Matcher where = matched(CONDITION, decoded(condition, url), url);
    String whereColumn = table(where.group(1), url).name();
    return new CounterName(kind, place, numbers, whereColumn, where.group(2));
  }

  private static Matcher matched(Pattern pattern, String text, String url) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw wrong(url);
    }
    return matcher;
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
