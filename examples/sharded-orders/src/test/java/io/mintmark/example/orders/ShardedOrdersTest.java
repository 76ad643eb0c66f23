package io.mintmark.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the report of the example with embedded databases, and with fewer orders than in its
 * README.
 */
@Tag("long")
final class ShardedOrdersTest {

  private static final int ORDERS = 400;
  private static final int USERS = ORDERS / Inserter.ORDERS_OF_A_USER;

  private static final Pattern ROWS =
      Pattern.compile("(?m)^  order_\\d +(t_[a-z]+)_\\d +(\\d+)\\b");
  private static final Pattern JOINED = Pattern.compile("  ds_(\\d) ::: SELECT .* JOIN .*");
  private static final Pattern LAST = Pattern.compile("(?s)  (OD(\\d{2})(\\d{4})\\d{24})\n.*");

  private static String report = "";

  private record Ended(int code, String out, String err) {}

  private static Ended run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
    return new Ended(code, out.toString(), err.toString());
  }

  @BeforeAll
  static void runExample() {
    Ended ended = run("--orders", "" + ORDERS, "--processes", "2");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    report = ended.out();
  }

  @Test
  void orders_ofAllProcesses_haveDistinctNumbers() {
    assertThat(report).contains("400 of 400 orders inserted, each with a number of its own");
  }

  @Test
  void tables_together_haveAllUsersAndOrders() {
    assertThat(rows("t_user")).hasSize(16);
    assertThat(rows("t_user").stream().mapToInt(Integer::intValue).sum()).isEqualTo(USERS);
    assertThat(rows("t_order")).hasSize(8).allMatch(count -> count > 0);
    assertThat(rows("t_order").stream().mapToInt(Integer::intValue).sum()).isEqualTo(ORDERS);
  }

  @Test
  void orders_areStored_inTheirUsersDatabase() {
    assertThat(report).contains("400 of 400 orders found by a join inside each database");
  }

  @Test
  void ordersOfOneUser_areJoined_inOneDatabase() {
    assertThat(report).contains("10 orders of customer-0, by a join in the user's database");
    assertThat(JOINED.matcher(report).results().map(found -> found.group(1)).distinct())
        .hasSize(1);
  }

  @Test
  void eachOrder_isFoundByItsNumber_inOneTable() {
    assertThat(report).contains("400 of 400 orders found, each with one table touched");
  }

  @Test
  void order_foundByNumber_isInTheTableItsNumberNames() {
    MatchResult order = LAST.matcher(report).results().findFirst().orElseThrow();
    int database = Integer.parseInt(order.group(2));
    int table = Integer.parseInt(order.group(3));

    assertThat(order.group())
        .contains("database " + database + ", table " + table + ", layout 1,")
        .contains("ds_" + database + " ::: SELECT order_id, user_id, cents FROM t_order_" + table
            + " WHERE order_id = ? ::: [" + order.group(1) + "]");
  }

  @Test
  void orders_notDivisibleByProcesses_areRejected() {
    Ended ended = run("--orders", "50", "--processes", "2");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .contains("each process makes users of 10 orders: --orders=50 is not a multiple of 20,"
            + " --processes=2");
  }

  @Test
  void database_ofAnotherEngine_isRejected() {
    Ended ended = run("--database", "jdbc:sqlite:orders");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("sharded-orders: a URL without a database's name is expected, like jdbc:");
  }

  private static List<Integer> rows(String table) {
    return ROWS.matcher(report)
        .results()
        .filter(row -> row.group(1).equals(table))
        .map(row -> Integer.valueOf(row.group(2)))
        .toList();
  }
}
