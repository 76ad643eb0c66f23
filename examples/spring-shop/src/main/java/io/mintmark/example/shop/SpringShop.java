package io.mintmark.example.shop;

import io.mintmark.gapless.GaplessNumbers;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Starts the shop. The file application.yml configures all ids except the numbers of invoices. */
@SpringBootApplication
public class SpringShop {

  public static void main(String[] args) {
    SpringApplication.run(SpringShop.class, args);
  }

  /**
   * Makes the numbers of invoices, without a generator, because they are taken in the transaction
   * of the invoice.
   */
  @Bean
  GaplessNumbers invoiceNumbers(DataSource database) {
    return GaplessNumbers.builder("invoices").format("INV-{year}-{seq:6}").open(database);
  }

  /** The clock that determines the day of an invoice. */
  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }
}
