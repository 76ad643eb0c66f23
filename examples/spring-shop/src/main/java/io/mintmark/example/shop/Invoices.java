package io.mintmark.example.shop;

import io.mintmark.gapless.GaplessNumbers;
import io.mintmark.gapless.GaplessReport;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Writes each invoice and its number in one transaction. */
@Service
class Invoices {

  private final InvoiceRepository rows;
  private final DataSource database;
  private final GaplessNumbers numbers;

  Invoices(InvoiceRepository rows, DataSource database, GaplessNumbers numbers) {
    this.rows = rows;
    this.database = database;
    this.numbers = numbers;
  }

  /**
   * Bills an order. If it has an invoice already, the database refuses the second one. Then the
   * transaction is rolled back, and the next invoice gets the number.
   */
  @Transactional
  Invoice issue(String orderId, LocalDate day) {
    String number = numbers.next(transaction(), day).text();
    return rows.saveAndFlush(new Invoice(number, orderId));
  }

  Optional<Invoice> find(String number) {
    return rows.findById(number);
  }

  /** Cancels an invoice. Its number is not used again, and the report contains the reason. */
  @Transactional
  void cancel(Invoice invoice, String reason) {
    numbers.voidNumber(transaction(), invoice.getNumber(), reason);
    rows.delete(invoice);
  }

  /** Compares the numbers that were issued with the invoices that exist. */
  GaplessReport report() {
    return GaplessNumbers.check(database, "invoices", "SELECT number FROM invoices");
  }

  /** Returns the connection of Spring's transaction, which commits or rolls back. */
  private Connection transaction() {
    return DataSourceUtils.getConnection(database);
  }
}
