package io.mintmark.cli;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.gapless.GaplessNumbers;
import io.mintmark.gapless.GaplessReport;
import io.mintmark.internal.store.StoreUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that name gapless numbers to check, and their database. */
final class GaplessOptions {

  /** Unlike arguments, only this process's user can see it. */
  private static final String DATABASE = "MINTMARK_DATABASE";

  /** The start of a database's URL. */
  private static final String JDBC = "jdbc:";

  @Option(
      names = "--gapless",
      paramLabel = "NAME",
      description = "Check the numbers without a gap of this name, in the database FILE:"
          + " jdbc:postgresql:..., jdbc:mysql:... or jdbc:mariadb:... Without FILE, " + DATABASE
          + " of the environment, which other users do not see in the list of processes. Nothing is"
          + " written there.")
  private @Nullable String name;

  @Option(
      names = "--query",
      paramLabel = "SQL",
      description =
          "With --gapless: selects the numbers of all documents as people see them, in one column.")
  private @Nullable String query;

  @Option(
      names = "--tenant",
      paramLabel = "TENANT",
      description = "With --gapless: report on this tenant alone.")
  private @Nullable String tenant;

  @Option(
      names = "--period",
      paramLabel = "PERIOD",
      description = "With --gapless: report on this period alone, such as 2026 or 2026-11.")
  private @Nullable String period;

  /** Returns whether the command checks numbers in a database, not ids in a file. */
  boolean isGiven() {
    return name != null;
  }

  /** Refuses options without effect, and missing options. */
  void check(CommandSpec spec, @Nullable String file) {
    if (name == null && (query != null || tenant != null || period != null)) {
      throw new ParameterException(
          spec.commandLine(), "--query, --tenant and --period need --gapless NAME");
    }
    if (name == null && file != null && file.startsWith(JDBC)) {
      throw new ParameterException(
          spec.commandLine(),
          Message.of(
              "a database is read with --gapless NAME alone; for the ids of a column there is"
                  + " mintmark check: FILE={}",
              StoreUrl.mask(file)));
    }
    if (name != null && query == null) {
      throw new ParameterException(
          spec.commandLine(), "--gapless needs --query, such as 'SELECT number FROM invoice'");
    }
  }

  /**
   * Compares the counters with the numbers of all documents, and keeps the selected tenant and
   * period.
   *
   * @param database its URL; null for the URL in the environment
   * @throws ConfigurationException if the database lacks such numbers, or there is no driver
   * @throws StoreUnavailableException if the database does not answer, or the query fails
   */
  GaplessReport report(@Nullable String database, Map<String, String> environment) {
    String url = Optional.ofNullable(database)
        .or(() -> Optional.ofNullable(environment.get(DATABASE)))
        .orElseThrow(() -> new ConfigurationException(
            "verify --gapless", "no database is named: give its URL as FILE, or set " + DATABASE));
    try (Connection connection = connect(url)) {
      GaplessReport all =
          GaplessNumbers.audit(connection, String.valueOf(name), String.valueOf(query));
      GaplessReport asked = new GaplessReport(
          all.counters().stream()
              .filter(each -> isAsked(each.tenant(), each.period()))
              .toList(),
          all.read(),
          all.strange(),
          all.strangeExamples(),
          all.voids().stream()
              .filter(each -> isAsked(each.tenant(), each.period()))
              .toList());
      if (asked.counters().isEmpty() && !all.counters().isEmpty()) {
        throw new ConfigurationException(
            "verify --gapless",
            Message.of(
                "no counter has this tenant and period: gapless={}, tenant={}, period={}",
                name,
                tenant,
                period));
      }
      return asked;
    } catch (SQLException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the database cannot be reached: database={}, sqlState={}, reason={}",
              StoreUrl.mask(url),
              e.getSQLState(),
              String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  private boolean isAsked(String itsTenant, String itsPeriod) {
    return (tenant == null || tenant.equals(itsTenant))
        && (period == null || period.equals(itsPeriod));
  }

  private static Connection connect(String url) throws SQLException {
    if (DriverManager.drivers().noneMatch(driver -> accepts(driver, url))) {
      throw new ConfigurationException(
          "verify --gapless",
          Message.of(
              "no driver takes this URL; it begins with jdbc:postgresql:, jdbc:mysql: or"
                  + " jdbc:mariadb:, and names a host: database={}",
              StoreUrl.mask(url)));
    }
    DriverManager.setLoginTimeout((int) StoreOpener.OPENING.toSeconds());
    Properties properties = new Properties();
    if (url.startsWith("jdbc:mysql:")) {
      // Without this, MySQL's driver loads all rows into memory.
      properties.setProperty("useCursorFetch", "true");
    }
    return DriverManager.getConnection(url, properties);
  }

  private static boolean accepts(Driver driver, String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException e) {
      return false;
    }
  }
}
