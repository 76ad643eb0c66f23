/**
 * Numbers without a gap, for invoices, receipts and other documents, where the law requires them. A
 * number is taken in the caller's own SQL transaction, and given back if that transaction is rolled
 * back.
 *
 * <pre>{@code
 * import io.mintmark.gapless.GaplessNumbers;
 * import java.sql.Connection;
 * import java.sql.PreparedStatement;
 * import java.sql.SQLException;
 * import java.time.LocalDate;
 * import javax.sql.DataSource;
 *
 * class Billing {
 *   private final DataSource database;
 *   private final GaplessNumbers invoices;
 *
 *   Billing(DataSource database) {
 *     this.database = database;
 *     this.invoices =
 *         GaplessNumbers.builder("invoices").format("INV-{tenant}-{year}-{seq:6}").open(database);
 *   }
 *
 *   String bill(String tenant, LocalDate day, long cents) throws SQLException {
 *     try (Connection connection = database.getConnection()) {
 *       connection.setAutoCommit(false);
 *       String number = invoices.next(connection, tenant, day).text();
 *       try (PreparedStatement insert =
 *           connection.prepareStatement("INSERT INTO invoice (number, cents) VALUES (?, ?)")) {
 *         insert.setString(1, number);
 *         insert.setLong(2, cents);
 *         insert.executeUpdate();
 *       }
 *       connection.commit();
 *       return number;
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.gapless;

import org.jspecify.annotations.NullMarked;
