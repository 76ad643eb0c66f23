package io.mintmark.gapless;

import java.util.Locale;
import java.util.Optional;

/** The words of one engine, where they differ. */
enum Dialect {
  POSTGRESQL(
      "VARCHAR(%d) COLLATE \"C\" NOT NULL",
      "TIMESTAMPTZ NOT NULL", ")", "INSERT INTO %s ON CONFLICT DO NOTHING"),

  /** MySQL too. */
  MARIADB(
      "VARCHAR(%d) NOT NULL",
      "TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)",
      ") ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
      "INSERT IGNORE INTO %s"),

  /** It says by an error that a row is there, and the transaction goes on. */
  H2("VARCHAR(%d) NOT NULL", "TIMESTAMP(6) WITH TIME ZONE NOT NULL", ")", "INSERT INTO %s");

  private final String text;
  private final String time;
  private final String tableEnd;
  private final String insertNew;

  Dialect(String text, String time, String tableEnd, String insertNew) {
    this.text = text;
    this.time = time;
    this.tableEnd = tableEnd;
    this.insertNew = insertNew;
  }

  /** Of a database, by the name that its driver gives it. */
  static Optional<Dialect> of(String product) {
    return Optional.ofNullable(
        switch (product.toLowerCase(Locale.ROOT)) {
          case "postgresql" -> POSTGRESQL;
          case "mariadb", "mysql" -> MARIADB;
          case "h2" -> H2;
          default -> null;
        });
  }

  /** A column of so many characters, which are compared byte by byte. */
  String text(int characters) {
    return text.formatted(characters);
  }

  /** A column with a moment. */
  String time() {
    return time;
  }

  /** What ends the statement that makes a table. */
  String tableEnd() {
    return tableEnd;
  }

  /** Inserts a row, or leaves the one that is there as it is. */
  String insertNew(String tableAndValues) {
    return insertNew.formatted(tableAndValues);
  }
}
