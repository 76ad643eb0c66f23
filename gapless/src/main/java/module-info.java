/**
 * Numbers without a gap, in the caller's own SQL transaction. The driver is the user's to add:
 * {@code org.postgresql:postgresql}, {@code org.mariadb.jdbc:mariadb-java-client} or {@code
 * com.mysql:mysql-connector-j}.
 */
module io.mintmark.gapless {
  requires transitive io.mintmark;
  requires transitive java.sql;
  requires static org.jspecify;

  exports io.mintmark.gapless;
}
