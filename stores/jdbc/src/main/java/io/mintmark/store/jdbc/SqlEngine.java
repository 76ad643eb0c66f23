package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.misconfigured;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The supported engines, each with its own driver. */
enum SqlEngine {
  POSTGRESQL("jdbc:postgresql", 5432, "org.postgresql.Driver", "org.postgresql:postgresql"),
  MARIADB("jdbc:mariadb", 3306, "org.mariadb.jdbc.Driver", "org.mariadb.jdbc:mariadb-java-client"),
  MYSQL("jdbc:mysql", 3306, "com.mysql.cj.jdbc.Driver", "com.mysql:mysql-connector-j");

  static final Set<String> SCHEMES =
      Arrays.stream(values()).map(engine -> engine.scheme).collect(Collectors.toUnmodifiableSet());

  private final String scheme;
  private final int port;
  private final String driver;
  private final String artifact;

  SqlEngine(String scheme, int port, String driver, String artifact) {
    this.scheme = scheme;
    this.port = port;
    this.driver = driver;
    this.artifact = artifact;
  }

  static SqlEngine of(String scheme) {
    return Arrays.stream(values())
        .filter(engine -> engine.scheme.equals(scheme))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the engine of a caller's connection, from its driver's metadata. */
  static SqlEngine of(Connection connection) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    String product = data.getDatabaseProductName();
    if (product.equals("PostgreSQL")) {
      return POSTGRESQL;
    }
    if (data.getDriverName().startsWith("MariaDB")) {
      return MARIADB;
    }
    if (product.equals("MySQL") || product.equals("MariaDB")) {
      return MYSQL;
    }
    throw misconfigured(
        "JDBC store",
        "neither PostgreSQL, MariaDB nor MySQL: product='{}', driver='{}'",
        product,
        data.getDriverName());
  }

  int port() {
    return port;
  }

  /** Finds the driver in the application's class loader, or in this library's. */
  Driver driver() {
    return driver(
        Stream.of(Thread.currentThread().getContextClassLoader(), getClass().getClassLoader()));
  }

  Driver driver(Stream<ClassLoader> loaders) {
    return loaders
        .flatMap(loader -> ServiceLoader.load(Driver.class, loader).stream())
        .filter(found -> found.type().getName().equals(driver))
        .findFirst()
        .map(ServiceLoader.Provider::get)
        .orElseThrow(() -> misconfigured(
            "JDBC store",
            "no driver for the URL: scheme={}, class={}; add the artifact {}",
            scheme,
            driver,
            artifact));
  }

  Dialect dialect(TableName table) {
    return switch (this) {
      case POSTGRESQL -> new PostgreSql(table);
      case MARIADB -> new MySql(table, true);
      case MYSQL -> new MySql(table, false);
    };
  }
}
