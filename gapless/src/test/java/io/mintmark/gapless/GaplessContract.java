package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Month;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tests for every engine. */
abstract class GaplessContract extends HeldNumbersContract {

  static final int THREADS = 32;

  @Test
  void next_commitsAndRollbacks_numbersAreConsecutive() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin()) {
      assertThat(invoices.next(connection, "acme", DAY))
          .isEqualTo(new GaplessNumber("INV-acme-2026-000001", "acme", "2026", 1));
      connection.commit();
      assertThat(invoices.next(connection, "acme", DAY).number()).isEqualTo(2);
      assertThat(invoices.next(connection, "acme", DAY).number()).isEqualTo(3);
      connection.rollback();
      assertThat(invoices.next(connection, "acme", DAY).number()).isEqualTo(2);
      assertThat(invoices.next(connection, "other", DAY).number()).isEqualTo(1);
      assertThat(invoices.next(connection, "acme", DAY.plusYears(1)).text())
          .isEqualTo("INV-acme-2027-000001");
      connection.commit();
    }
    try (Connection connection = begin()) {
      assertThat(invoices.next(connection, "acme", DAY).number()).as("lost").isEqualTo(3);
    }
    try (Connection connection = begin()) {
      assertThat(invoices.next(connection, "acme", DAY).number()).isEqualTo(3);
      connection.rollback();
    }
  }

  /** The transactions of many threads are committed, are rolled back, or lose their connection. */
  @Test
  void next_manyThreads_hasNoGapAndNoRepeat() throws Exception {
    GaplessNumbers invoices = invoices();
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      SplittableRandom random = new SplittableRandom(i);
      all.add(() -> {
        int committed = 0;
        for (int round = 0; round < 12; round++) {
          try (Connection connection = begin()) {
            String number =
                invoices.next(connection, random.nextBoolean() ? "a" : "b", DAY).text();
            write(connection, number);
            if (random.nextInt(3) > 0) {
              connection.commit();
              committed++;
            } else if (random.nextBoolean()) {
              connection.rollback();
            }
          }
        }
        return committed;
      });
    }
    int committed = sum(all);
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    assertThat(report.read()).isEqualTo(committed);
    assertThat(report.counters().stream().mapToLong(GaplessReport.Counter::last).sum())
        .isEqualTo(committed);
  }

  /** Prints how many documents are written per second, for the page docs/guides/gapless.md. */
  @Test
  @Tag("long")
  void next_price_isPrinted() throws Exception {
    GaplessNumbers invoices = invoices();
    double alone =
        perSecond(1, thread -> invoices.next(thread.connection(), "a", DAY).text());
    double shared = perSecond(
        THREADS, thread -> invoices.next(thread.connection(), "a", DAY).text());
    double own = perSecond(
        THREADS,
        thread -> invoices.next(thread.connection(), "t" + thread.number(), DAY).text());
    double none = perSecond(THREADS, thread -> "none");
    System.out.printf(
        Locale.ROOT,
        "documents a second: 1 thread %.0f, %d threads on one counter %.0f, on their own counters"
            + " %.0f, without numbers %.0f%n",
        alone,
        THREADS,
        shared,
        own,
        none);
    GaplessReport report =
        GaplessNumbers.check(database(), "invoices", DOCUMENTS + " WHERE number <> 'none'");
    assertThat(report.isComplete()).as(report.toString()).isTrue();
  }

  /** The transactions use two counters in different orders, so some deadlock. */
  @Test
  void next_deadlocks_areReportedAndLeaveNoGap() throws Exception {
    GaplessNumbers invoices = invoices();
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      List<String> order = i % 2 == 0 ? List.of("a", "b") : List.of("b", "a");
      all.add(() -> {
        int conflicts = 0;
        for (boolean done = false; !done; ) {
          try (Connection connection = begin()) {
            for (String tenant : order) {
              write(connection, invoices.next(connection, tenant, DAY).text());
            }
            connection.commit();
            done = true;
          } catch (GaplessConflictException e) {
            assertThat(e).hasMessageContaining("roll back, and repeat the transaction");
            conflicts++;
          }
        }
        return conflicts;
      });
    }
    assertThat(sum(all)).as("deadlocks").isPositive();
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    assertThat(report.counters())
        .extracting(GaplessReport.Counter::last)
        .containsExactly((long) THREADS, (long) THREADS);
  }

  @Test
  @Tag("long")
  void next_counterLockedByAnother_failsAtItsTimeout() throws SQLException {
    GaplessNumbers invoices = invoices();
    GaplessNumbers hasty = GaplessNumbers.builder("invoices")
        .format("INV-{tenant}-{year}-{seq:6}")
        .timeout(Duration.ofSeconds(1))
        .open(database());
    try (Connection holder = begin();
        Connection other = begin()) {
      assertThat(invoices.next(holder, "a", DAY).number()).isEqualTo(1);
      assertThatThrownBy(() -> hasty.next(other, "a", DAY))
          .isInstanceOf(GaplessConflictException.class)
          .hasMessageContaining("timeoutS=1, gapless=invoices, tenant='a', period='2026'");
      other.rollback();
      assertThat(hasty.next(other, "b", DAY).number()).as("another counter").isEqualTo(1);
      other.rollback();
      holder.commit();
      assertThat(hasty.next(other, "a", DAY).number()).isEqualTo(2);
      other.rollback();
    }
  }

  @Test
  void next_digitsUsedUp_throwsAndTakesNothing() throws SQLException {
    GaplessNumbers few = GaplessNumbers.builder("few").format("{seq:1}").open(database());
    try (Connection connection = begin()) {
      for (int i = 1; i <= 9; i++) {
        assertThat(few.next(connection, DAY).text()).isEqualTo(Integer.toString(i));
      }
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> few.next(connection, DAY))
            .isInstanceOf(ExhaustedException.class)
            .hasMessageContaining("last=9, gapless=few");
      }
      connection.commit();
    }
    assertThat(GaplessNumbers.check(database(), "few", "SELECT '1' WHERE 1 = 0").counters())
        .extracting(GaplessReport.Counter::last)
        .containsExactly(9L);
  }

  /** With auto-commit off, a pool's connection looks like that of a caller's transaction. */
  @Test
  void dataSource_boundToACallersTransaction_throws() throws SQLException {
    DataSource own = handingOut(this::begin);
    GaplessNumbers few = GaplessNumbers.builder("few").format("{seq:6}").open(own);
    try (Connection connection = begin()) {
      DataSource callers = handingOut(() -> kept(connection));
      write(connection, few.next(connection, DAY).text());
      assertThatThrownBy(() -> GaplessNumbers.builder("few").format("{seq:6}").open(callers))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("nothing was done");
      assertThatThrownBy(() -> GaplessNumbers.check(callers, "few", DOCUMENTS))
          .hasMessageContaining("caller's");
      connection.rollback();
    }
    assertThat(GaplessNumbers.check(own, "few", DOCUMENTS).read())
        .as("committed")
        .isZero();
  }

  @Test
  void open_otherFormatUnderTheName_throws() {
    assertThat(invoices()).isNotNull();
    assertThat(invoices()).as("once more").isNotNull();
    assertThatThrownBy(
            () -> GaplessNumbers.builder("invoices").format("INV-{seq:6}").open(database()))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("found='INV-{tenant}-{year}-{seq:6}'");
    assertThatThrownBy(() -> GaplessNumbers.builder("invoices")
            .format("INV-{tenant}-{year}-{seq:6}")
            .fiscalYearFrom(Month.APRIL)
            .open(database()))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("firstMonth=4");
  }

  @Test
  void open_faultySettings_reportsAll() {
    assertThatThrownBy(() -> GaplessNumbers.builder("a b")
            .format("{day}")
            .timeout(Duration.ofMillis(10))
            .open(database()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("name='a b'")
        .hasMessageContaining("format='{day}'")
        .hasMessageContaining("timeout=PT0.01S");
  }

  @Test
  void open_concurrently_allSucceed() throws Exception {
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(() -> {
        assertThat(invoices()).isNotNull();
        return 1;
      });
    }
    assertThat(sum(all)).isEqualTo(8);
  }

  @Test
  void check_gapsRepeatsAndForeignNumbers_areFound() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin()) {
      for (int i = 1; i <= 8; i++) {
        String number = invoices.next(connection, "a", DAY).text();
        if (i != 2 && i != 5 && i != 6) {
          write(connection, number);
        }
      }
      write(connection, "INV-a-2026-000003");
      write(connection, "INV-a-2026-000009");
      write(connection, "INV-b-2026-000001");
      write(connection, "something else");
      invoices.voidNumber(connection, "INV-a-2026-000002", "cancelled by the customer");
      connection.commit();
    }
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).isFalse();
    assertThat(report.read()).isEqualTo(9);
    assertThat(report.strangeExamples()).containsExactly("something else");
    assertThat(report.counters())
        .containsExactly(
            new GaplessReport.Counter("a", "2026", 8, 5, 1, 2, List.of("5..6"), 1, List.of(3L), 1),
            new GaplessReport.Counter("b", "2026", 0, 0, 0, 0, List.of(), 0, List.of(), 1));
  }

  @Test
  void voidNumber_foreignUnissuedOrVoided_throws() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin()) {
      String number = invoices.next(connection, "a", DAY).text();
      assertThatThrownBy(() -> invoices.voidNumber(connection, "INV-1", "x"))
          .isInstanceOf(InvalidIdException.class);
      assertThatThrownBy(() -> invoices.voidNumber(connection, "INV-a-2026-000002", "x"))
          .isInstanceOf(InvalidIdException.class)
          .hasMessageContaining("never given: number=INV-a-2026-000002, last=1");
      for (String reason : List.of("", " ", "x".repeat(501), "a\0b", "a\nINV-a-2026-000002")) {
        assertThatThrownBy(() -> invoices.voidNumber(connection, number, reason))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("not a reason of 1 to 500 characters on one line");
      }
      invoices.voidNumber(connection, number, "ä reason with 'quotes'");
      assertThatThrownBy(() -> invoices.voidNumber(connection, number, "again"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("void already");
      connection.commit();
    }
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    assertThat(report.counters().get(0).voided()).isEqualTo(1);
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT number, reason FROM mintmark_gapless_void")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getLong(1)).isEqualTo(1);
      assertThat(row.getString(2)).isEqualTo("ä reason with 'quotes'");
    }
  }

  /** If such a number were counted as given, it would hide a missing number. */
  @Test
  void check_voidNumberNeverIssued_hidesNoGap() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      write(connection, invoices.next(connection, "a", DAY).text());
      String unused = invoices.next(connection, "a", DAY).text();
      for (String key : List.of("'a', '2026', 9", "'a', '2026', -1", "'b', '20', 1")) {
        statement.execute("INSERT INTO mintmark_gapless_void VALUES ('invoices', " + key
            + ", 'by hand', CURRENT_TIMESTAMP)");
      }
      connection.commit();
    }
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).isFalse();
    assertThat(report.counters())
        .containsExactly(
            new GaplessReport.Counter("a", "2026", 2, 1, 0, 1, List.of("2"), 0, List.of(), 2),
            new GaplessReport.Counter("b", "20", 0, 0, 0, 0, List.of(), 0, List.of(), 1));
  }

  @Test
  void check_formatChangedByHand_isReported() throws SQLException {
    GaplessNumbers unused = invoices();
    for (String change : List.of("first_month = 13", "first_month = 1, format = '{none'")) {
      try (Connection connection = database().getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(statement.executeUpdate("UPDATE mintmark_gapless_spec SET " + change))
            .isEqualTo(1);
        assertThatThrownBy(() -> GaplessNumbers.check(database(), "invoices", DOCUMENTS))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining("the row with the format of the numbers was changed");
      }
    }
  }

  /** After a restore, the table's counters differ from the ones that this process knows. */
  @Test
  void next_counterDeleted_restartsOrThrows() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(1);
      connection.commit();
      assertThat(statement.executeUpdate("DELETE FROM mintmark_gapless")).isEqualTo(1);
      connection.commit();
      try {
        assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(1);
      } catch (StoreUnavailableException e) {
        assertThat(e)
            .hasMessage("the transaction does not see its counter: gapless=invoices, tenant='a',"
                + " period='2026'; no number was given: the connection is to another database, or"
                + " the row was deleted; roll back");
        connection.rollback();
        assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(1);
      }
      connection.rollback();
    }
  }

  @Test
  void next_databaseFails_namesTheCounterOnce() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE mintmark_gapless");
      connection.commit();
      assertThatThrownBy(() -> invoices.next(connection, "a", DAY))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("gapless=invoices, tenant='a', period='2026', reason=")
          .hasMessageNotContaining("gapless=gapless");
      connection.rollback();
    }
  }

  /** An auditor, who may only read, knows the name of the numbers, and not their format. */
  @Test
  void check_readsTheFormat_restoresTheConnection() throws SQLException {
    assertThatThrownBy(() -> GaplessNumbers.check(database(), "invoices", DOCUMENTS))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("gapless 'invoices': the database has no numbers of this name");
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin()) {
      write(connection, invoices.next(connection, "a", DAY).text());
      String unused = invoices.next(connection, "a", DAY).text();
      write(connection, invoices.next(connection, "a", DAY).text());
      connection.commit();
    }
    try (Connection connection = database().getConnection();
        Connection inTransaction = begin();
        Connection other = begin()) {
      int isolation = connection.getTransactionIsolation();
      DataSource kept = handingOut(() -> kept(connection));
      GaplessReport report = GaplessNumbers.check(kept, "invoices", DOCUMENTS);
      assertThat(report.counters().get(0).missingRanges()).containsExactly("2");
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
      Iterator<Connection> pool = List.of(inTransaction, other).iterator();
      assertThat(GaplessNumbers.check(handingOut(() -> kept(pool.next())), "invoices", DOCUMENTS))
          .isEqualTo(report);
      assertThat(inTransaction.getAutoCommit()).as("as a pool may have it").isFalse();
    }
    assertThatThrownBy(() -> GaplessNumbers.check(database(), "other", DOCUMENTS))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("gapless 'other': the database has no numbers of this name");
    assertThatThrownBy(() -> GaplessNumbers.check(database(), "invoices", "SELECT nothing"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith("the numbers cannot be checked: gapless=invoices, reason=");
  }
}
