package io.mintmark.key;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.SettingRange;
import java.util.Locale;
import java.util.Objects;

/**
 * The databases and tables of a sharded application, and the algorithm that maps a route id to a
 * database and table.
 *
 * @param databases the number of databases, 1 to 1024
 * @param tables the number of tables in each database, 1 to 1024
 * @param routing the algorithm for route ids
 */
public record Shards(int databases, int tables, Routing routing) {

  /** The longest route id, in characters. */
  static final int MAX_ROUTE_ID = 1_000;

  /**
   * Checks the numbers.
   *
   * @param databases the number of databases
   * @param tables the number of tables in each database
   * @param routing the algorithm for route ids
   * @throws ConfigurationException if a number is out of range, or {@link
   *     Routing#DECIMAL_PUBLISHED} would select a database that does not exist
   */
  public Shards {
    Faults faults = new Faults();
    faults.addUnlessIn("databases", databases, SettingRange.SHARDS);
    faults.addUnlessIn("tables", tables, SettingRange.SHARDS);
    faults.addIf(
        routing == Routing.DECIMAL_PUBLISHED && tables > databases,
        "decimal-published routes to missing databases if a database has more tables than there are"
            + " databases: databases={}, tables={}",
        databases,
        tables);
    faults.check("shards");
  }

  /**
   * Creates shards that use {@link Routing#HASH}.
   *
   * @param databases the number of databases
   * @param tablesPerDatabase the number of tables in each database
   * @return the shards
   * @throws ConfigurationException if a number is out of range
   */
  public static Shards of(int databases, int tablesPerDatabase) {
    return new Shards(databases, tablesPerDatabase, Routing.HASH);
  }

  /**
   * Returns these shards with a different algorithm.
   *
   * @param other the algorithm for route ids
   * @return the same databases and tables
   * @throws ConfigurationException if {@link Routing#DECIMAL_PUBLISHED} would select a database
   *     that does not exist
   */
  public Shards by(Routing other) {
    Objects.requireNonNull(other, "other");
    return new Shards(databases, tables, other);
  }

  /**
   * Returns the database and table of an id's rows.
   *
   * @param id the id that the rows belong to, for example a customer's id: any text that is not
   *     blank, up to {@value #MAX_ROUTE_ID} characters. For a UUID, an ObjectId or a number, pass
   *     its {@code toString}
   * @return the database and table of the rows
   * @throws IllegalArgumentException if the id is blank or too long
   */
  public Route route(String id) {
    Objects.requireNonNull(id, "id");
    return Route.of(shard(id), tables);
  }

  /**
   * Returns the database and table as one number, {@code database * tables + table}.
   */
  int shard(String id) {
    if (id.length() > MAX_ROUTE_ID || id.isBlank()) {
      throw new IllegalArgumentException(Message.of(
          "the route id is blank or has more than {} characters: length={}; no id issued",
          MAX_ROUTE_ID,
          id.length()));
    }
    return routing.shard(id, databases, tables);
  }

  /** Returns for example {@code 4 x 2 by hash}. */
  @Override
  public String toString() {
    String how = routing.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return databases + " x " + tables + " by " + how;
  }
}
