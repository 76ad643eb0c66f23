package io.mintmark.cli;

import io.mintmark.cli.ids.CheckReport;
import io.mintmark.cli.ids.Column;
import io.mintmark.cli.ids.IdCheck;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import java.io.IOException;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Reads one column of a table in pages, in a transaction that cannot change anything.
 *
 * <p>Names become part of the statement as they were written, so only names are accepted: words of
 * letters, digits and underscores, or any text in quotes whose inner quotes are doubled, with dots
 * between.
 */
final class ColumnReader {

  private static final String WORD =
      "(?:[\\p{L}_][\\p{L}\\p{N}_$]*+|\"(?:[^\"]++|\"\")++\"|`(?:[^`]++|``)++`)";
  private static final Pattern TABLE = Pattern.compile(WORD + "(?:\\." + WORD + "){0,2}");
  private static final Pattern NAME = Pattern.compile(WORD);

  /**
   * The table's alias. Without it, SQLite reads a quoted name that is no column of the table as a
   * text. With it, this is an error.
   */
  private static final String ALIAS = "of_ids";

  /** How many rows the driver fetches at a time. */
  private static final int PAGE = 10_000;

  private static final int UUID_BYTES = 16;

  private static final Set<Integer> BINARY =
      Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY);

  /** Types whose text may have a point or an exponent. */
  private static final Set<Integer> DECIMAL =
      Set.of(Types.DECIMAL, Types.NUMERIC, Types.DOUBLE, Types.FLOAT, Types.REAL);

  private static final BigInteger GREATEST_DOUBLE = BigInteger.ONE.shiftLeft(53);
  private static final BigInteger GREATEST_FLOAT = BigInteger.ONE.shiftLeft(24);

  private final String url;
  private final String table;
  private final String column;
  private final Optional<String> orderBy;

  private ColumnReader(String url, String table, String column, Optional<String> orderBy) {
    this.url = url;
    this.table = table;
    this.column = column;
    this.orderBy = orderBy;
  }

  /**
   * Checks names; opens nothing.
   *
   * @throws IllegalArgumentException if a text is not a name
   */
  static ColumnReader of(String url, String table, String column, Optional<String> orderBy) {
    check("--table", table, TABLE);
    check("--column", column, NAME);
    orderBy.ifPresent(name -> check("--order-by", name, NAME));
    return new ColumnReader(url, table, column, orderBy);
  }

  private static void check(String option, String name, Pattern pattern) {
    if (!pattern.matcher(name).matches()) {
      throw new IllegalArgumentException(Message.of(
          "not a name as SQL writes it: {}={}; put one with other characters in double quotes, and"
              + " double each quote within",
          option,
          name));
    }
  }

  /**
   * Reads all rows.
   *
   * @param opening makes the check for ids of the column's type
   * @param progress receives the number of rows read
   * @throws IOException if the database refuses, with its reason
   */
  CheckReport read(Function<Column, IdCheck> opening, LongConsumer progress) throws IOException {
    try (Connection connection = DriverManager.getConnection(url, properties())) {
      if (!isSqlite()) {
        connection.setReadOnly(true);
      }
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(PAGE);
        if (isMySql()) {
          statement.execute("SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')");
        }
        String order = orderBy.map(name -> " ORDER BY " + ALIAS + "." + name).orElse("");
        try (ResultSet rows = statement.executeQuery(
                "SELECT " + ALIAS + "." + column + " FROM " + table + " " + ALIAS + order);
            IdCheck check = opening.apply(described(rows.getMetaData(), isSqlite()))) {
          for (long row = 1; rows.next(); row++) {
            check.add(id(rows), row);
            progress.accept(row);
          }
          return check.report();
        }
      }
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /** The row's id; empty where it is null or blank. */
  private static String id(ResultSet rows) throws SQLException {
    int type = rows.getMetaData().getColumnType(1);
    Optional<String> id;
    if (BINARY.contains(type)) {
      id = Optional.ofNullable(rows.getBytes(1)).map(ColumnReader::hex);
    } else if (DECIMAL.contains(type)) {
      id = Optional.ofNullable(rows.getBigDecimal(1))
          .map(number -> number.stripTrailingZeros().toPlainString());
    } else {
      id = Optional.ofNullable(rows.getString(1));
    }
    return id.map(String::strip).orElse("");
  }

  private boolean isSqlite() {
    return url.startsWith("jdbc:sqlite:");
  }

  private boolean isMySql() {
    return url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:");
  }

  /**
   * SQLite would create a missing file, unless it may only read. MySQL's driver would load all rows
   * into memory.
   */
  private Properties properties() {
    Properties properties = new Properties();
    if (isSqlite()) {
      properties.setProperty("open_mode", "1");
    } else if (url.startsWith("jdbc:mysql:")) {
      properties.setProperty("useCursorFetch", "true");
    }
    return properties;
  }

  /** If no driver accepts a URL, the JDK's message contains the URL with its password. */
  private IOException refused(SQLException e) {
    String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    boolean noDriver = reason.startsWith("No suitable driver");
    String hint = noDriver
        ? "; there are drivers for jdbc:postgresql:, jdbc:mysql:, jdbc:mariadb: and jdbc:sqlite:"
        : "";
    return new IOException(
        Message.of(
            "the column cannot be read: url={}, table={}, column={}, reason='{}'{}",
            StoreUrl.mask(url),
            table,
            column,
            noDriver ? "no driver takes this URL" : reason,
            hint),
        e);
  }

  /** Shows 16 bytes as a UUID, and any other number of bytes as plain hex. */
  private static String hex(byte[] bytes) {
    String hex = HexFormat.of().formatHex(bytes);
    return bytes.length == UUID_BYTES
        ? hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5")
        : hex;
  }

  /** A whole number of SQLite has 64 bits, whatever the type of its column. */
  private static Column described(ResultSetMetaData data, boolean wide) throws SQLException {
    String name = data.getColumnTypeName(1);
    int precision = data.getPrecision(1);
    int scale = data.getScale(1);
    boolean unsigned = name.toUpperCase(Locale.ROOT).contains("UNSIGNED");
    int type = data.getColumnType(1);
    return switch (wide && type == Types.INTEGER ? Types.BIGINT : type) {
      case Types.TINYINT -> whole(name, 7, unsigned);
      case Types.SMALLINT -> whole(name, 15, unsigned);
      case Types.INTEGER ->
        whole(name, name.toUpperCase(Locale.ROOT).startsWith("MEDIUMINT") ? 23 : 31, unsigned);
      case Types.BIGINT -> whole(name, 63, unsigned);
      case Types.DECIMAL, Types.NUMERIC ->
        new Column(
            name + (precision > 0 ? "(" + precision + "," + scale + ")" : ""),
            precision > 0 ? Optional.of(Column.digits(precision - scale)) : Optional.empty(),
            0,
            true);
      case Types.DOUBLE, Types.FLOAT -> new Column(name, Optional.of(GREATEST_DOUBLE), 0, false);
      case Types.REAL -> new Column(name, Optional.of(GREATEST_FLOAT), 0, false);
      case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR -> text(name, precision);
      default -> new Column(name, Optional.empty(), 0, true);
    };
  }

  private static Column whole(String name, int bits, boolean unsigned) {
    BigInteger end = BigInteger.ONE.shiftLeft(unsigned ? bits + 1 : bits);
    return new Column(name, Optional.of(end.subtract(BigInteger.ONE)), 0, true);
  }

  /** PostgreSQL reports the largest length for text without a bound. */
  private static Column text(String name, int length) {
    boolean bounded = length > 0 && length < Integer.MAX_VALUE;
    return new Column(
        bounded ? name + "(" + length + ")" : name, Optional.empty(), bounded ? length : 0, true);
  }
}
