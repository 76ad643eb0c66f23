/**
 * Lines in a table of PostgreSQL, MariaDB or MySQL. The application adds the driver itself: {@code
 * org.postgresql:postgresql}, {@code org.mariadb.jdbc:mariadb-java-client} or {@code
 * com.mysql:mysql-connector-j}.
 */
module io.mintmark.store.jdbc {
  requires transitive io.mintmark.store.engine;
  requires transitive java.sql;
  requires static org.jspecify;

  exports io.mintmark.store.jdbc;

  uses java.sql.Driver;

  provides io.mintmark.store.ClaimStoreProvider with
      io.mintmark.store.jdbc.JdbcStoreProvider;
  provides io.mintmark.internal.store.PublishedCounterReader with
      io.mintmark.store.jdbc.JdbcCounterReader;
}
