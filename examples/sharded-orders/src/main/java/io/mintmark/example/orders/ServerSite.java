package io.mintmark.example.orders;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates databases on a server, and one more database for the lines of the keys. */
final class ServerSite implements Site {

  private static final Pattern URL =
      Pattern.compile("(jdbc:(mariadb|postgresql)://[^/?]+/)(\\?.*)?");

  /**
   * The database with the lines. This database is never dropped. So the lines keep their positions,
   * and no later run makes a key again.
   */
  private static final String LINES = "mintmark";

  private final String start;
  private final String engine;
  private final String parameters;

  /**
   * Creates the databases.
   *
   * @param url a JDBC URL without a database's name
   * @param drop whether existing databases of the same names are dropped first
   */
  ServerSite(String url, boolean drop) throws SQLException {
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a URL without a database's name is expected, like"
          + " jdbc:mariadb://127.0.0.1:3306/?user=root&sslMode=disable or"
          + " jdbc:postgresql://127.0.0.1:5432/?user=postgres; nothing created");
    }
    start = matcher.group(1);
    engine = matcher.group(2);
    parameters = matcher.group(3) == null ? "" : matcher.group(3);
    try (Connection connection = DriverManager.getConnection(url(home()));
        Statement statement = connection.createStatement()) {
      create(statement, existing(connection), drop);
    }
  }

  /**
   * Returns the name of the database to connect to while the other databases are created.
   * PostgreSQL requires a name.
   */
  private String home() {
    return engine.equals("postgresql") ? "postgres" : "";
  }

  private static Set<String> existing(Connection connection) throws SQLException {
    Set<String> names = new HashSet<>();
    try (ResultSet catalogs = connection.getMetaData().getCatalogs()) {
      while (catalogs.next()) {
        names.add(catalogs.getString(1));
      }
    }
    return names;
  }

  private static void create(Statement statement, Set<String> existing, boolean drop)
      throws SQLException {
    for (int i = 0; i < DATABASES; i++) {
      String name = "order_" + i;
      if (existing.contains(name) && !drop) {
        throw new IllegalArgumentException("the databases order_0 to order_" + (DATABASES - 1)
            + " are created by this: database=" + name
            + " is there already; give --drop to drop them and all that is in them");
      }
      if (existing.contains(name)) {
        statement.execute("DROP DATABASE " + name);
      }
      statement.execute("CREATE DATABASE " + name);
    }
    if (!existing.contains(LINES)) {
      statement.execute("CREATE DATABASE " + LINES);
    }
  }

  private String url(String database) {
    return start + database + parameters;
  }

  @Override
  public String title() {
    return "databases on " + start + ", keys from the one called " + LINES;
  }

  @Override
  public String database(int index) {
    return url("order_" + index);
  }

  @Override
  public String store() {
    return url(LINES);
  }

  @Override
  public void close() {
    // The databases remain, so that a user can look at them.
  }
}
