package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tests for every engine about the transaction that owns a number. */
abstract class HeldNumbersContract extends InvoiceDatabase {

  @Test
  void next_autoCommitConnection_throws() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = database().getConnection()) {
      assertThatThrownBy(() -> invoices.next(connection, "a", DAY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("commits each statement by itself");
    }
    assertThat(GaplessNumbers.check(database(), "invoices", DOCUMENTS).counters())
        .isEmpty();
  }

  /** At this isolation level, a statement may read rows that are not committed. */
  @Test
  @Tag("long")
  void next_manyThreadsAtReadUncommitted_hasNoGapAndNoRepeat() throws Exception {
    GaplessNumbers invoices = invoices();
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(() -> {
        int committed = 0;
        while (committed < 50) {
          try (Connection connection = begin()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            write(connection, invoices.next(connection, "a", DAY).text());
            connection.commit();
            committed++;
          } catch (GaplessConflictException | StoreUnavailableException e) {
            // H2 returns no row while another transaction writes it.
            assertThat(e).hasMessageContaining("no number was given");
          }
        }
        return committed;
      });
    }
    int committed = sum(all);
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    assertThat(report.read()).isEqualTo(committed);
  }

  /**
   * The next call gets the same number, so a caller must not write a number that was rolled back.
   */
  @Test
  void isHeld_savepointRolledBack_falseAndNumberIsReissued() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin()) {
      GaplessNumber first = invoices.next(connection, "a", DAY);
      Savepoint before = connection.setSavepoint();
      GaplessNumber second = invoices.next(connection, "a", DAY);
      assertThat(invoices.isHeld(connection, second)).isTrue();
      connection.rollback(before);
      assertThat(invoices.isHeld(connection, second)).isFalse();
      assertThat(invoices.isHeld(connection, first)).isTrue();
      assertThat(invoices.next(connection, "a", DAY)).isEqualTo(second);
      assertThat(invoices.isHeld(connection, second)).isTrue();
      connection.commit();
      assertThat(invoices.isHeld(connection, second)).as("committed").isFalse();
      connection.rollback();
    }
  }
}
