package io.mintmark.key;

/**
 * The database and the table of a row. Both are counted from 0.
 *
 * @param database the database's index
 * @param table the table's index within the database
 */
public record Route(int database, int table) {

  /** Returns the route for a table number that is counted over all databases. */
  static Route of(int shard, int tables) {
    return new Route(shard / tables, shard % tables);
  }
}
