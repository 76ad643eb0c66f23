package io.mintmark.example.orders;

import java.io.IOException;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The main class of a process that inserts users and orders. Its arguments are the number of the
 * first user and the count of users. It reads the placeholders of {@code sharding.yaml} from
 * standard input, because they may contain a password. It prints the keys of the orders.
 */
final class Inserter {

  static final int ORDERS_OF_A_USER = 10;

  private Inserter() {}

  /**
   * Returns a user's outside id: the id of this user in another system. It determines the user's
   * shard.
   */
  static String outsideId(int user) {
    return "customer-" + user;
  }

  public static void main(String[] args) {
    Logger.getLogger("").setLevel(Level.WARNING);
    try {
      System.getProperties().load(System.in);
      insert(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
      System.exit(0); // ShardingSphere's threads would keep the process alive.
    } catch (Throwable e) {
      Logger.getLogger("").log(Level.SEVERE, "no more orders are inserted", e);
      System.exit(1);
    }
  }

  private static void insert(int first, int users) throws SQLException, IOException {
    try (Shop shop = new Shop()) {
      for (int user = first; user < first + users; user++) {
        String userId = shop.addUser(outsideId(user));
        shop.addOrders(userId, ORDERS_OF_A_USER).forEach(System.out::println);
      }
    }
  }
}
