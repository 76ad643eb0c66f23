package io.mintmark.key;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.SettingRange;
import java.util.Locale;
import java.util.Objects;

/**
 * The databases and tables of a sharded application, and how a route id finds its database and
 * table.
 *
 * @param databases 1 to 1024
 * @param tables in each database, 1 to 1024
 * @param routing how a route id is read
 */
public record Shards(int databases, int tables, Routing routing) {

  /** The longest route id, in characters. */
  static final int MAX_ROUTE_ID = 1_000;

  /**
   * Checks the numbers.
   *
   * @param databases how many databases
   * @param tables how many tables in each
   * @param routing how a route id is read
   * @throws ConfigurationException if a number is out of range, or {@link
   *     Routing#DECIMAL_PUBLISHED} would leave the grid
   */
  public Shards {
    Faults faults = new Faults();
    faults.addUnlessIn("databases", databases, SettingRange.SHARDS);
    faults.addUnlessIn("tables", tables, SettingRange.SHARDS);
    faults.addIf(
        routing == Routing.DECIMAL_PUBLISHED && tables > databases,
        "decimal-published names databases that there are not where a database has more tables"
            + " than there are databases: databases={}, tables={}",
        databases,
        tables);
    faults.check("shards");
  }

  /**
   * Routes by {@link Routing#HASH}.
   *
   * @param databases how many databases
   * @param tablesPerDatabase how many tables in each
   * @return the shards
   * @throws ConfigurationException if a number is out of range
   */
  public static Shards of(int databases, int tablesPerDatabase) {
    return new Shards(databases, tablesPerDatabase, Routing.HASH);
  }

  /**
   * Routes in another way.
   *
   * @param other how a route id is read
   * @return the same shards
   * @throws ConfigurationException if {@link Routing#DECIMAL_PUBLISHED} would leave the grid
   */
  public Shards by(Routing other) {
    Objects.requireNonNull(other, "other");
    return new Shards(databases, tables, other);
  }

  /**
   * Finds the database and table where the rows of an id lie.
   *
   * @param id the id that the row belongs to, for example a customer's id: any text that is not
   *     blank, up to {@value #MAX_ROUTE_ID} characters; {@code toString} of a UUID, an ObjectId or
   *     a number
   * @return its database and table
   * @throws IllegalArgumentException if it is blank or too long
   */
  public Route route(String id) {
    Objects.requireNonNull(id, "id");
    return Route.of(shard(id), tables);
  }

  /** The same as one number, which makes no garbage: {@code database * tables + table}. */
  int shard(String id) {
    if (id.length() > MAX_ROUTE_ID || id.isBlank()) {
      throw new IllegalArgumentException(Message.of(
          "the route id is blank or has more than {} characters: length={}; no id issued",
          MAX_ROUTE_ID,
          id.length()));
    }
    return routing.shard(id, databases, tables);
  }

  boolean has(int database, int table) {
    return database < databases && table < tables;
  }

  /** Returns for example {@code 4 x 2 by hash}. */
  @Override
  public String toString() {
    String how = routing.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return databases + " x " + tables + " by " + how;
  }
}
