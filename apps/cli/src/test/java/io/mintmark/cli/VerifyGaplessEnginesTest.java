package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.gapless.GaplessNumbers;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code verify --gapless} with real databases and with each driver of the command line. */
@Tag("long")
final class VerifyGaplessEnginesTest extends SqlEngines {

  private static final String QUERY = "SELECT number FROM invoice";

  private static String url(String driver) {
    return switch (driver) {
      case "postgresql" -> postgresUrl();
      case "mysql" -> mysqlUrl();
      default -> mariadbUrl();
    };
  }

  /**
   * Returns a DataSource for a URL. The drivers' own DataSources are not on the class path at
   * compile time.
   */
  private static DataSource database(String url) {
    return (DataSource) Proxy.newProxyInstance(
        DataSource.class.getClassLoader(),
        new Class<?>[] {DataSource.class},
        (proxy, method, arguments) -> DriverManager.getConnection(url));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb", "mysql"})
  void verify_completeAndThenWithAGap_exits0AndThen3(String driver) throws SQLException {
    String url = url(driver);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS invoice");
      statement.execute("CREATE TABLE invoice (number VARCHAR(40))");
      GaplessNumbers invoices =
          GaplessNumbers.builder(driver).format("INV-{year}-{seq:4}").open(database(url));
      connection.setAutoCommit(false);
      for (int i = 0; i < 4; i++) {
        String number = invoices.next(connection, LocalDate.of(2026, 11, 23)).text();
        statement.execute("INSERT INTO invoice VALUES ('" + number + "')");
      }
      invoices.voidNumber(connection, "INV-2026-0002", "cancelled");
      statement.execute("DELETE FROM invoice WHERE number = 'INV-2026-0002'");
      connection.commit();

      Run complete = verify(url, driver);
      assertThat(complete.err()).isEmpty();
      assertThat(complete.code()).isZero();
      assertThat(complete.out())
          .startsWith("3 numbers read, no gaps and no duplicates in 1 counter")
          .containsPattern("INV-2026-0002  20[0-9T:.-]+Z +cancelled\n");

      statement.execute("DELETE FROM invoice WHERE number = 'INV-2026-0003'");
      connection.commit();
      Run gap = verify(url, driver);
      assertThat(gap.code()).isEqualTo(3);
      assertThat(gap.out())
          .startsWith("2 numbers read, not complete: 1 counter")
          .contains(" 0  3\n");
    }
  }

  private static Run verify(String url, String name) {
    return Run.in(Map.of("MINTMARK_DATABASE", url), "verify", "--gapless", name, "--query", QUERY);
  }
}
