package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.gapless.GaplessNumbers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VerifyGaplessTest {

  private static final String URL = "jdbc:h2:mem:audited;DB_CLOSE_DELAY=-1";
  private static final String QUERY = "SELECT number FROM invoice";

  @BeforeEach
  void bill() throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl(URL);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
      statement.execute("CREATE TABLE invoice (number VARCHAR(40))");
      GaplessNumbers invoices = GaplessNumbers.builder("invoices")
          .format("INV-{tenant}-{year}-{seq:4}")
          .open(database);
      connection.setAutoCommit(false);
      for (int i = 0; i < 4; i++) {
        for (String tenant : new String[] {"acme", "beta"}) {
          String number =
              invoices.next(connection, tenant, LocalDate.of(2026, 11, 23)).text();
          statement.execute("INSERT INTO invoice VALUES ('" + number + "')");
        }
      }
      invoices.voidNumber(connection, "INV-acme-2026-0002", "cancelled");
      statement.execute("DELETE FROM invoice WHERE number = 'INV-acme-2026-0002'");
      connection.commit();
    }
  }

  private static void change(String sql) throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl(URL);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Run verify(String... more) {
    String[] args = new String[more.length + 6];
    System.arraycopy(
        new String[] {"verify", URL, "--gapless", "invoices", "--query", QUERY}, 0, args, 0, 6);
    System.arraycopy(more, 0, args, 6, more.length);
    return Run.of(args);
  }

  @Test
  void verify_complete_exits0AndNamesVoidNumbers() {
    Run run = verify();

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("""
        7 numbers read, no gaps and no duplicates in 2 counters
        TENANT  PERIOD  LAST  USED  VOID  MISSING  TWICE  NEVER GIVEN  GAPS
        acme    2026       4     3     1        0      0            0  -
        beta    2026       4     4     0        0      0            0  -

        VOID                SINCE""");
    assertThat(run.out()).containsPattern("INV-acme-2026-0002  20[0-9T:.-]+Z +cancelled\n");
  }

  @Test
  void verify_gapsRepeatsAndForeignNumbers_exits3AndNamesThem() throws SQLException {
    change("DELETE FROM invoice WHERE number IN ('INV-beta-2026-0002', 'INV-beta-2026-0003')");
    change("INSERT INTO invoice VALUES ('INV-beta-2026-0004'), ('INV-beta-2026-0009'), ('x')");

    Run run = verify();

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out()).startsWith("""
        8 numbers read, not complete: 2 counters
        TENANT  PERIOD  LAST  USED  VOID  MISSING  TWICE  NEVER GIVEN  GAPS
        acme    2026       4     3     1        0      0            0  -
        beta    2026       4     2     0        2      1            1  2..3
        twice in tenant beta, period 2026: [4]
        1 of another format: [x]
        """);
    assertThat(verify("--json").out())
        .contains("\"complete\":false", "\"gaps\":[\"2..3\"]", "\"number\":\"INV-acme-2026-0002\"");
  }

  /**
   * A line break in a reason or a document that was written by hand does not begin a new line of
   * output.
   */
  @Test
  void verify_linesWithinTexts_areShownAsOneLine() throws SQLException {
    change("UPDATE mintmark_gapless_void SET reason = 'x' || CHR(10) || 'INV-acme-2026-0003'");
    change("INSERT INTO invoice VALUES ('y' || CHR(27) || CHR(10) || 'z')");

    assertThat(verify().out()).contains("x\\u000aINV-acme-2026-0003\n", "[y\\u001b\\u000az]");
  }

  @Test
  void verify_urlInTheEnvironment_isUsed() {
    Run run = Run.in(
        Map.of("MINTMARK_DATABASE", URL), "verify", "--gapless", "invoices", "--query", QUERY);

    assertThat(run.code()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--gapless other URL --query Q | the database has no numbers of this name",
        "--gapless invoices URL --query NONE | the numbers cannot be checked: gapless=",
        "--gapless invoices --query Q | no database is named: give its URL as FILE, or set",
        "--gapless invoices jdbc:none://h?password=secret --query Q | no driver accepts"
      })
  void verify_checkImpossible_exits1WithTheReason(String options, String fault) {
    Run run = run(options);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(fault).doesNotContain("secret", "defect");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--gapless invoices URL | Missing required argument(s): --query=SQL",
        "--query Q | Missing required argument(s): --gapless=NAME",
        "jdbc:postgresql://h/d?user=u&password=secret1 | a database is read only with --gapless"
            + " NAME; for the ids of a column pipe the output of its client into this command:"
            + " FILE=jdbc:postgresql://h/d?user=***&password=***",
        "jdbc:postgresql://u:secret1@h/d --json | a database is read only with --gapless NAME"
      })
  void verify_wrongOptions_exits2(String options, String fault) {
    Run run = run(options);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(fault).doesNotContain("secret1");
    assertThat(run.out()).isEmpty();
  }

  private static Run run(String options) {
    String[] args = ("verify " + options).split(" ", -1);
    for (int i = 0; i < args.length; i++) {
      args[i] = args[i]
          .replaceFirst("^URL$", URL)
          .replaceFirst("^Q$", QUERY)
          .replaceFirst("^NONE$", "SELECT nothing");
    }
    return Run.of(args);
  }
}
