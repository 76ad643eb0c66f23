package io.mintmark.gapless;

import com.mysql.cj.jdbc.MysqlDataSource;
import io.mintmark.error.StoreUnavailableException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The main class of a process whose threads write documents with numbers until the process ends.
 * Each thread prints a number after its commit has returned.
 */
final class BillingProcess {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private BillingProcess() {}

  /** Writes to the database with the given URL until standard input ends. */
  public static void main(String[] args) throws IOException {
    DataSource database = database(args[0]);
    GaplessNumbers invoices = InvoiceDatabase.invoices(database);
    for (int i = 0; i < GaplessContract.THREADS; i++) {
      Thread thread = new Thread(() -> write(database, invoices), "billing-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    while (System.in.read() >= 0) {}
  }

  static DataSource database(String url) {
    if (url.startsWith("jdbc:postgresql:")) {
      PGSimpleDataSource postgres = new PGSimpleDataSource();
      postgres.setUrl(url);
      return postgres;
    }
    if (url.startsWith("jdbc:mysql:")) {
      MysqlDataSource mysql = new MysqlDataSource();
      mysql.setUrl(url);
      return mysql;
    }
    try {
      return new MariaDbDataSource(url);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(DataSource database, GaplessNumbers invoices) {
    while (true) {
      try (Connection connection = database.getConnection()) {
        connection.setAutoCommit(false);
        while (true) {
          String number = invoices.next(connection, "a", InvoiceDatabase.DAY).text();
          InvoiceDatabase.write(connection, number);
          connection.commit();
          System.out.println(number);
        }
      } catch (StoreUnavailableException | GaplessConflictException | SQLException e) {
        // Retries until the engine is available again.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
