package io.mintmark.example.billing;

import io.mintmark.gapless.GaplessNumbers;
import io.mintmark.gapless.GaplessReport;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Writes invoices, each with its number in one transaction. */
@Service
class Invoices {

  private final JdbcClient jdbc;
  private final DataSource database;
  private final GaplessNumbers numbers;

  Invoices(JdbcClient jdbc, DataSource database, GaplessNumbers numbers) {
    this.jdbc = jdbc;
    this.database = database;
    this.numbers = numbers;
  }

  record Invoice(String number, long orderNumber) {}

  /**
   * Bills an order. If it has an invoice already, the database refuses the second one, the
   * transaction is rolled back, and the number goes to whoever comes next.
   */
  @Transactional
  Invoice issue(long orderNumber, LocalDate day) {
    String number = numbers.next(transaction(), day).text();
    int unused = jdbc.sql("INSERT INTO invoices (number, order_number) VALUES (?, ?)")
        .params(number, orderNumber)
        .update();
    return new Invoice(number, orderNumber);
  }

  Optional<Invoice> find(String number) {
    return jdbc.sql("SELECT number, order_number FROM invoices WHERE number = ?")
        .param(number)
        .query(Invoice.class)
        .optional();
  }

  /** Takes an invoice back. Its number stays used, and whoever audits the books reads why. */
  @Transactional
  void cancel(Invoice invoice, String reason) {
    numbers.voidNumber(transaction(), invoice.number(), reason);
    int unused = jdbc.sql("DELETE FROM invoices WHERE number = ?")
        .param(invoice.number())
        .update();
  }

  /** Compares the numbers that were given with the invoices that are there. */
  GaplessReport report() {
    return numbers.check(database, "SELECT number FROM invoices");
  }

  /** The connection that Spring's transaction has, which commits and rolls back. */
  private Connection transaction() {
    return DataSourceUtils.getConnection(database);
  }
}
