package io.mintmark.gapless;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.time.Month;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** The settings of numbers without a gap. Not thread-safe. */
public final class GaplessBuilder {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
  private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

  private final String name;
  private String format = "{seq:9}";
  private Month firstMonth = Month.JANUARY;
  private Duration timeout = Duration.ofSeconds(5);

  GaplessBuilder(String name) {
    this.name = name;
  }

  /**
   * Sets the format of the numbers. Its fields also decide which numbers share a counter.
   * {@code {seq:N}} is the number with N digits, 1 to 18. With {@code {tenant}}, each tenant has
   * its own counter. With {@code {year}}, each year has its own counter, and with {@code {year}}
   * and {@code {month}}, each month. The default is {@code {seq:9}}.
   *
   * @param value for example {@code INV-{tenant}-{year}-{seq:6}}
   * @return this
   */
  public GaplessBuilder format(String value) {
    format = value;
    return this;
  }

  /**
   * Sets the first month of the year. The default is January. A year has the number of the calendar
   * year in which it begins: if it begins in April, March 2027 belongs to 2026.
   *
   * @param value the first month
   * @return this
   */
  public GaplessBuilder fiscalYearFrom(Month value) {
    firstMonth = value;
    return this;
  }

  /**
   * Sets how long a transaction waits for another transaction that has the counter locked. The
   * default is 5 seconds. On H2 the lock timeout of the connection applies instead.
   *
   * @param value whole seconds, 1 second to 1 hour
   * @return this
   */
  public GaplessBuilder timeout(Duration value) {
    timeout = value;
    return this;
  }

  /**
   * Creates the tables {@code mintmark_gapless}, {@code mintmark_gapless_spec} and {@code
   * mintmark_gapless_void} if they do not exist, and records the format for this name, in a
   * transaction of its own.
   *
   * <p>On MariaDB, MySQL and H2 the first number of each counter briefly needs another connection.
   *
   * @param database a database of PostgreSQL 9.5, MariaDB 10.2, MySQL 8.0 or H2 2.0, or newer. The
   *     DataSource must hand out connections that are not in a transaction. If Spring's proxy hands
   *     out the connection of the present transaction, pass the DataSource behind that proxy
   * @return the numbers
   * @throws ConfigurationException with all faults of the settings; or if the DataSource hands out
   *     the connection of an open transaction
   * @throws SettingsMismatchException if the name has numbers of another format
   * @throws StoreUnavailableException if the database fails
   */
  public GaplessNumbers open(DataSource database) {
    GaplessFormat numbers = new GaplessFormat(format, firstMonth.getValue());
    List<String> faults = new ArrayList<>();
    if (!NAME.matcher(name).matches()) {
      faults.add(
          Message.of("not a name of 1 to 64 characters of A-Z a-z 0-9 _ . -: name='{}'", name));
    }
    faults.addAll(numbers.faults());
    if (timeout.compareTo(Duration.ofSeconds(1)) < 0
        || timeout.compareTo(MAX_TIMEOUT) > 0
        || !timeout.equals(Duration.ofSeconds(timeout.toSeconds()))) {
      faults.add(
          Message.of("the timeout is not of whole seconds from 1 s to 1 h: timeout={}", timeout));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("gapless '" + name + "'", faults);
    }
    GaplessTables tables = GaplessTables.open(database, name, numbers);
    return new GaplessNumbers(name, numbers, tables, (int) timeout.toSeconds());
  }
}
