package io.mintmark.example.billing;

import io.mintmark.gapless.GaplessNumbers;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Starts it. Customers' ids and orders' numbers are configured in application.yml. */
@SpringBootApplication
public class Billing {

  public static void main(String[] args) {
    SpringApplication.run(Billing.class, args);
  }

  /** The invoices' numbers are no generator: they are taken in the transaction of the invoice. */
  @Bean
  GaplessNumbers invoiceNumbers(DataSource database) {
    return GaplessNumbers.builder("invoices").format("INV-{year}-{seq:6}").open(database);
  }

  /** Says on which day an invoice is written. */
  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }
}
