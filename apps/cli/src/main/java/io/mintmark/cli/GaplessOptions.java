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
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for checking gapless numbers in a database, instead of ids in a file. */
final class GaplessOptions {

  /**
   * The environment variable with the database's URL. Other users cannot see it, unlike an
   * argument.
   */
  private static final String DATABASE = "MINTMARK_DATABASE";

  /** The start of a database's URL. */
  private static final String JDBC = "jdbc:";

  @ArgGroup(exclusive = false)
  @Nullable
  private Numbers numbers;

  /** Which numbers to check. */
  static final class Numbers {

    @Option(
        names = "--gapless",
        paramLabel = "NAME",
        required = true,
        description = "Check the gapless numbers of this name, in the database FILE:"
            + " jdbc:postgresql:..., jdbc:mysql:... or jdbc:mariadb:... Without FILE, " + DATABASE
            + " of the environment, which other users do not see in the list of processes. Nothing"
            + " is written there.")
    private String name;

    @Option(
        names = "--query",
        paramLabel = "SQL",
        required = true,
        description = "With --gapless: the query for the numbers of all documents, as printed on"
            + " them, in one column.")
    private String query;
  }

  /** Returns whether the command checks numbers in a database, not ids in a file. */
  boolean isGiven() {
    return numbers != null;
  }

  /** Refuses a database's URL as the name of a file of ids. */
  void check(CommandSpec spec, Optional<String> file) {
    if (numbers == null && file.filter(name -> name.startsWith(JDBC)).isPresent()) {
      throw Usage.wrong(
          spec,
          Message.of(
              "a database is read only with --gapless NAME; for the ids of a column pipe the"
                  + " output of its client into this command: FILE={}",
              StoreUrl.mask(file.get())));
    }
  }

  /**
   * Compares the counters with the numbers of all documents.
   *
   * @param database its URL; if empty, the URL in the environment
   * @throws ConfigurationException if the database lacks such numbers, or there is no driver
   * @throws StoreUnavailableException if the database does not answer, or the query fails
   */
  GaplessReport report(Optional<String> database, Map<String, String> environment) {
    Numbers asked = Objects.requireNonNull(numbers);
    String url = database
        .or(() -> Optional.ofNullable(environment.get(DATABASE)))
        .orElseThrow(() -> new ConfigurationException(
            "verify --gapless", "no database is named: give its URL as FILE, or set " + DATABASE));
    try (Connection connection = connect(url)) {
      return GaplessNumbers.audit(connection, asked.name, asked.query);
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

  private static Connection connect(String url) throws SQLException {
    try {
      Driver unused = DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new ConfigurationException(
          "verify --gapless",
          Message.of(
              "no driver accepts this URL; it must begin with jdbc:postgresql:, jdbc:mysql: or"
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
}
