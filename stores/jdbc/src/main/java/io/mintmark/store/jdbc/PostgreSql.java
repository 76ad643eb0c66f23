package io.mintmark.store.jdbc;

import io.mintmark.ConfigurationException;
import io.mintmark.store.Durability;
import io.mintmark.store.Durability.Setting;
import io.mintmark.store.batch.Write;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** PostgreSQL, from 9.5 on. */
final class PostgreSql extends Dialect {

  private static final String NOW = "clock_timestamp()";

  private final String claimOne;
  private final String claimAll;

  PostgreSql(TableName name) {
    super(name.quoted('"'), NOW, "(extract(epoch from %s) * 1000000)::bigint");
    claimOne = "INSERT INTO " + table + " AS line (name, next, note, updated_at)"
        + " VALUES (?, ?, '', " + NOW + ")"
        + " ON CONFLICT (name) DO UPDATE SET next = GREATEST(line.next, ?) + ?, updated_at = " + NOW
        + " RETURNING line.next";
    // Rows are locked in the order of the SELECT.
    claimAll = "INSERT INTO " + table + " AS line (name, next, note, updated_at)"
        + " SELECT each.name, each.floor + each.count, '', " + NOW
        + " FROM unnest(?::text[], ?::bigint[], ?::bigint[]) AS each (name, floor, count)"
        + " ORDER BY each.name COLLATE \"C\""
        + " ON CONFLICT (name) DO UPDATE SET"
        + " next = GREATEST(line.next, (?::bigint[])[array_position(?::text[], line.name::text)])"
        + " + (?::bigint[])[array_position(?::text[], line.name::text)], updated_at = " + NOW
        + " RETURNING line.name, line.next";
  }

  @Override
  void enter(Session session, Duration timeout) throws SQLException {
    // The engine gives up before this side does, so that the connection lives on.
    String ms = Long.toString(Math.max(1, timeout.toMillis() * 9 / 10));
    List<String> row = query(
            session,
            "SELECT pg_is_in_recovery(),"
                + " set_config('statement_timeout', ?, false),"
                + " set_config('lock_timeout', ?, false),"
                + " set_config('default_transaction_isolation', 'read committed', false),"
                + " set_config('synchronous_commit',"
                + " CASE current_setting('synchronous_commit')"
                + " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)",
            ms,
            ms)
        .get(0);
    if (row.get(0).startsWith("t")) {
      throw new ConfigurationException(
          "JDBC store", "a store is on the primary, not on a standby: pg_is_in_recovery=true");
    }
  }

  @Override
  String leaving() {
    return "RESET statement_timeout; RESET lock_timeout; RESET default_transaction_isolation;"
        + " RESET synchronous_commit";
  }

  @Override
  String ddl() {
    return "CREATE TABLE " + table + " (name varchar(200) COLLATE \"C\" PRIMARY KEY,"
        + " next bigint NOT NULL, note varchar(1000) NOT NULL,"
        + " updated_at timestamp with time zone NOT NULL)";
  }

  @Override
  List<String> shape(Session session) throws SQLException {
    List<String> shape = new ArrayList<>();
    query(
            session,
            "SELECT a.attname, format_type(a.atttypid, a.atttypmod), coalesce(c.collname, '')"
                + " FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation"
                + " WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped"
                + " ORDER BY a.attnum",
            table)
        .forEach(row -> shape.add(String.join(" ", row).strip()));
    query(
            session,
            "SELECT string_agg(a.attname, ',') FROM pg_index i JOIN pg_attribute a"
                + " ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)"
                + " WHERE i.indrelid = to_regclass(?) AND i.indisprimary"
                + " HAVING count(*) > 0",
            table)
        .forEach(row -> shape.add("primary key " + row.get(0)));
    return shape;
  }

  @Override
  List<String> wantedShape() {
    return List.of(
        "name character varying(200) C",
        "next bigint",
        "note character varying(1000) default",
        "updated_at timestamp with time zone",
        "primary key name");
  }

  @Override
  Durability durability(Session session) throws SQLException {
    List<String> row = query(
            session,
            "SELECT current_setting('fsync'), current_setting('synchronous_commit'),"
                + " current_setting('full_page_writes'),"
                + " current_setting('synchronous_standby_names'),"
                + " (SELECT count(*) FROM pg_stat_replication),"
                + " (SELECT relpersistence FROM pg_class WHERE oid = to_regclass(?))",
            table)
        .get(0);
    List<Setting> settings = new ArrayList<>();
    settings.add(judged("fsync", row.get(0), "on", "everything, in a power cut"));
    String commit = row.get(1);
    settings.add(
        commit.equals("remote_apply")
            ? Setting.good("synchronous_commit", commit)
            : judged("synchronous_commit", commit, "on", "the last claims, in a crash"));
    settings.add(
        judged("full_page_writes", row.get(2), "on", "pages of the table, in a power cut"));
    String names = row.get(3);
    boolean async = names.isEmpty() && !row.get(4).equals("0");
    settings.add(new Setting(
        "synchronous_standby_names",
        "'" + names + "'",
        async ? "the last claims, in a failover to one of " + row.get(4) + " standbys" : ""));
    settings.add(judged("relpersistence", row.get(5), "p", "the whole table, in a crash"));
    return new Durability(settings);
  }

  private static Setting judged(String name, String value, String good, String risk) {
    return new Setting(name, value, value.equals(good) ? "" : risk);
  }

  @Override
  long claim(Session session, Write.Claim claim) throws SQLException {
    try (PreparedStatement statement = session.connection().prepareStatement(claimOne)) {
      statement.setString(1, claim.line());
      statement.setLong(2, claim.atLeast() + claim.count());
      statement.setLong(3, claim.atLeast());
      statement.setLong(4, claim.count());
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getLong(1);
      }
    }
  }

  @Override
  boolean claimsAllAtOnce() {
    return true;
  }

  @Override
  Map<String, Long> claimAll(Session session, List<Write.Claim> claims) throws SQLException {
    Connection connection = session.connection();
    Array names =
        connection.createArrayOf("text", claims.stream().map(Write.Claim::line).toArray());
    Array floors = connection.createArrayOf(
        "bigint", claims.stream().map(Write.Claim::atLeast).toArray());
    Array counts = connection.createArrayOf(
        "bigint", claims.stream().map(Write.Claim::count).toArray());
    try (PreparedStatement statement = connection.prepareStatement(claimAll)) {
      Array[] parameters = {names, floors, counts, floors, names, counts, names};
      for (int i = 0; i < parameters.length; i++) {
        statement.setArray(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return positions(result);
      }
    }
  }

  @Override
  String insertAbsent() {
    return "INSERT INTO " + table + " (name, next, note, updated_at) VALUES (?, ?, '', " + NOW + ")"
        + " ON CONFLICT (name) DO NOTHING";
  }

  @Override
  String byteOrder() {
    return " COLLATE \"C\"";
  }
}
