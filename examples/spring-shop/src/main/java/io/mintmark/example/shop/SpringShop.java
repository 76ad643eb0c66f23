package io.mintmark.example.shop;

import io.mintmark.gapless.GaplessNumbers;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Starts the shop. All ids but the numbers of invoices are configured in application.yml. */
@SpringBootApplication
public class SpringShop {

  public static void main(String[] args) {
    SpringApplication.run(SpringShop.class, args);
  }

  /** Numbers of invoices have no generator: they are taken in the transaction of the invoice. */
  @Bean
  GaplessNumbers invoiceNumbers(DataSource database) {
    return GaplessNumbers.builder("invoices").format("INV-{year}-{seq:6}").open(database);
  }

  /** Determines the day of an invoice. */
  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }
}
