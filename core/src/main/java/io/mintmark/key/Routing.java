package io.mintmark.key;

import io.mintmark.internal.text.XxHash64;

/** The algorithms that map a route id to a database and a table. */
public enum Routing {
  /**
   * Hashes the UTF-8 bytes with XXH64 (seed 0, unsigned). The database is the hash modulo the
   * number of databases. The quotient of this division modulo the number of tables is the table. So
   * the database does not depend on the number of tables.
   */
  HASH,

  /**
   * Concatenates the decimal code points of the characters to one number. This number modulo the
   * count of all tables is the table's number over all databases.
   */
  DECIMAL,

  /**
   * Like {@link #DECIMAL}, but the database is the table's number over all databases, divided by
   * the number of databases. A published implementation does this; use it only if your data was
   * routed in this way. If each database has fewer tables than there are databases, some tables are
   * never used. More tables than databases are refused, because this algorithm would then select
   * databases that do not exist.
   */
  DECIMAL_PUBLISHED,

  /**
   * Adds the code points of the characters. The sum modulo the count of all tables is the table's
   * number over all databases, as in {@link #DECIMAL}.
   */
  SUM;

  /**
   * Returns the number of a table, counted over all databases: {@code database * tables + table}.
   */
  int shard(String id, int databases, int tables) {
    return switch (this) {
      case HASH -> hashed(XxHash64.hash(id), databases, tables);
      case DECIMAL -> decimalModulo(id, databases * tables);
      case DECIMAL_PUBLISHED -> {
        int number = decimalModulo(id, databases * tables);
        yield number / databases * tables + number % tables;
      }
      case SUM -> (int) (id.codePoints().asLongStream().sum() % ((long) databases * tables));
    };
  }

  private static int hashed(long hash, int databases, int tables) {
    long quotient = Long.divideUnsigned(hash, databases);
    int database = (int) (hash - quotient * databases);
    return database * tables + (int) Long.remainderUnsigned(quotient, tables);
  }

  /** Returns the concatenated code points modulo {@code modulus}, which is at most 2^20. */
  private static int decimalModulo(String id, int modulus) {
    long remainder = 0;
    for (int i = 0; i < id.length(); ) {
      int codePoint = id.codePointAt(i);
      long shift = 10;
      while (shift <= codePoint) {
        shift *= 10;
      }
      remainder = (remainder * shift + codePoint) % modulus;
      i += Character.charCount(codePoint);
    }
    return (int) remainder;
  }
}
