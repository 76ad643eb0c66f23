package io.mintmark.store.jdbc;

import io.mintmark.error.Message;
import io.mintmark.store.engine.ServerUrl;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of the table of lines, which are the counters of a store.
 *
 * @param schema its schema (in MySQL: its database), empty for the connection's current schema
 * @param name the table's name, with its case unchanged
 */
record TableName(String schema, String name) {

  static final String DEFAULT = "mintmark_line";

  /** A name that both engines accept in quotes, within PostgreSQL's 63 bytes. */
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

  private static final int MAX_SHOWN = 80;

  /** Reads the settings' table, and adds a fault if its name breaks the rule. */
  static TableName in(ServerUrl settings) {
    String text = settings.parameter(JdbcUrl.TABLE, DEFAULT);
    return of(text).orElseGet(() -> {
      settings.faults().add(rule(text));
      return new TableName("", DEFAULT);
    });
  }

  /** Reads {@code table} or {@code schema.table}. Returns empty if the text is neither. */
  static Optional<TableName> of(String text) {
    int dot = text.indexOf('.');
    TableName read = new TableName(dot < 0 ? "" : text.substring(0, dot), text.substring(dot + 1));
    boolean good = IDENTIFIER.matcher(read.name).matches()
        && (dot < 0 || IDENTIFIER.matcher(read.schema).matches());
    return good ? Optional.of(read) : Optional.empty();
  }

  /** Returns the rule that a text breaks, if {@link #of} returned empty for it. */
  static String rule(String text) {
    return Message.of(
        "the table is not NAME or SCHEMA.NAME, each 1 to 63 of A-Z a-z 0-9 _, a digit not first:"
            + " table='{}'",
        text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text);
  }

  /** Returns the quoted name. Doubles quotes in the schema, which the engine may have named. */
  String quoted(char quote) {
    String mark = String.valueOf(quote);
    String end = mark + name + mark;
    return schema.isEmpty() ? end : mark + schema.replace(mark, mark + mark) + mark + '.' + end;
  }

  @Override
  public String toString() {
    return schema.isEmpty() ? name : schema + '.' + name;
  }
}
