/**
 * Numbers without a gap, in the caller's own SQL transaction. The application adds the driver
 * itself: {@code org.postgresql:postgresql}, {@code org.mariadb.jdbc:mariadb-java-client} or {@code
 * com.mysql:mysql-connector-j}.
 */
module io.mintmark.gapless {
  requires transitive io.mintmark;
  requires transitive java.sql;
  requires static org.jspecify;

  exports io.mintmark.gapless;
}
