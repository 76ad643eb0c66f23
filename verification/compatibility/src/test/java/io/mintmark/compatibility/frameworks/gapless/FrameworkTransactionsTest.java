package io.mintmark.compatibility.frameworks.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.gapless.GaplessNumbers;
import io.mintmark.gapless.GaplessReport;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Numbers without a gap on PostgreSQL, in transactions that Spring and Hibernate begin and end. A
 * rollback gives the number back, whatever causes it.
 */
@Tag("long")
class FrameworkTransactionsTest {

  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);
  private static final String DOCUMENTS = "SELECT number FROM invoice";

  private static EngineProcess engine;
  private static ConfigurableApplicationContext application;

  private GaplessNumbers invoices;
  private TransactionTemplate transaction;

  @EnableAutoConfiguration
  static class Billing {}

  @Entity(name = "invoice")
  static class Invoice {
    @Id
    @Nullable
    String number;

    Invoice() {}

    Invoice(String number) {
      this.number = number;
    }
  }

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.postgres(folder);
    application = new SpringApplicationBuilder(Billing.class)
        .properties(
            "spring.main.banner-mode=off",
            "spring.main.web-application-type=none",
            "spring.datasource.url=" + Engines.postgresUrl(engine.port()),
            "spring.jpa.hibernate.ddl-auto=create",
            "mintmark.store=memory:")
        .run();
  }

  @AfterAll
  static void stop() throws Exception {
    application.close();
    engine.close();
  }

  @BeforeEach
  void begin() {
    invoices = GaplessNumbers.builder("invoices")
        .format("{year}-{seq:6}")
        .timeout(Duration.ofMinutes(1)) // Long enough for a busy machine.
        .open(database());
    jdbc().execute("delete from invoice");
    jdbc().execute("delete from mintmark_gapless");
    transaction = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
  }

  private static DataSource database() {
    return application.getBean(DataSource.class);
  }

  private static JdbcTemplate jdbc() {
    return application.getBean(JdbcTemplate.class);
  }

  /** Makes an invoice in the transaction of this thread. */
  private String bill() {
    Connection connection = DataSourceUtils.getConnection(database());
    try {
      String number = invoices.next(connection, DAY).text();
      application.getBean(EntityManager.class).persist(new Invoice(number));
      return number;
    } finally {
      DataSourceUtils.releaseConnection(connection, database());
    }
  }

  @Test
  void spring_rollback_returnsTheNumber() {
    assertThat(transaction.<String>execute(status -> bill())).isEqualTo("2026-000001");
    assertThatThrownBy(() -> transaction.execute(status -> {
          assertThat(bill()).isEqualTo("2026-000002");
          throw new IllegalStateException("the document is wrong");
        }))
        .isInstanceOf(IllegalStateException.class);
    transaction.executeWithoutResult(status -> {
      assertThat(bill()).isEqualTo("2026-000002");
      status.setRollbackOnly();
    });
    assertThat(transaction.<String>execute(status -> bill())).isEqualTo("2026-000002");
    assertComplete(2);
  }

  /** An inner transaction is either separate from the outer one, or a savepoint in it. */
  @Test
  void spring_innerTransactions_followSpringsPropagation() {
    TransactionTemplate own =
        new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    transaction.executeWithoutResult(outer -> {
      assertThat(own.<String>execute(inner -> bill())).isEqualTo("2026-000001");
      assertThat(bill()).isEqualTo("2026-000002");
      outer.setRollbackOnly();
    });
    assertThat(transaction.<String>execute(status -> bill())).isEqualTo("2026-000002");
    assertComplete(2);
  }

  @Test
  void spring_withoutATransaction_isRefused() {
    assertThatThrownBy(this::bill)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the connection commits each statement by itself: gapless=invoices");
    assertComplete(0);
  }

  @Test
  void spring_manyThreads_leaveNoGap() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        boolean rolledBack = i % 3 == 0;
        all.add(() -> transaction.execute(status -> {
          String unused = bill();
          if (rolledBack) {
            status.setRollbackOnly();
          }
          return rolledBack;
        }));
      }
      int committed = 0;
      for (Future<Boolean> each : threads.invokeAll(all)) {
        committed += each.get() ? 0 : 1;
      }
      assertThat(committed).isEqualTo(133);
      assertComplete(committed);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The proxy hands out the connection of this thread's transaction. */
  @Test
  void spring_connectionProxyThatWouldEndTheTransaction_throws() {
    DataSource proxy = new TransactionAwareDataSourceProxy(database());
    GaplessNumbers receipts =
        GaplessNumbers.builder("receipts").format("{seq:6}").open(proxy);
    transaction.executeWithoutResult(status -> {
      assertThat(bill()).isEqualTo("2026-000001");
      assertThatThrownBy(() -> GaplessNumbers.builder("more").format("{seq:6}").open(proxy))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("TransactionAwareDataSourceProxy");
      assertThatThrownBy(() -> GaplessNumbers.check(proxy, "invoices", DOCUMENTS))
          .isInstanceOf(ConfigurationException.class);
      Connection connection = DataSourceUtils.getConnection(database());
      assertThat(receipts.next(connection, DAY).number()).as("needs no other").isEqualTo(1);
      DataSourceUtils.releaseConnection(connection, database());
      status.setRollbackOnly();
    });
    assertComplete(0);
    assertThat(GaplessNumbers.check(proxy, "receipts", "SELECT number FROM invoice")
            .counters())
        .isEmpty();
  }

  /** H2, like MariaDB, takes another connection for the first number. */
  @Test
  void spring_connectionProxyForTheFirstNumber_throws() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setUrl("jdbc:h2:mem:proxied;DB_CLOSE_DELAY=-1");
    JdbcTemplate behind = new JdbcTemplate(h2);
    behind.execute("CREATE TABLE document (number VARCHAR(10))");
    TransactionTemplate own = new TransactionTemplate(new DataSourceTransactionManager(h2));
    GaplessNumbers proxied = GaplessNumbers.builder("documents")
        .format("{seq:6}")
        .open(new TransactionAwareDataSourceProxy(h2));
    GaplessNumbers plain = GaplessNumbers.builder("documents").format("{seq:6}").open(h2);
    own.executeWithoutResult(status -> {
      behind.execute("INSERT INTO document VALUES ('000001')");
      Connection connection = DataSourceUtils.getConnection(h2);
      assertThatThrownBy(() -> proxied.next(connection, DAY))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("give the DataSource behind it");
      assertThat(plain.next(connection, DAY).number()).isEqualTo(1);
      DataSourceUtils.releaseConnection(connection, h2);
      status.setRollbackOnly();
    });
    assertThat(behind.queryForObject("SELECT COUNT(*) FROM document", Integer.class))
        .isZero();
    assertThat(
            GaplessNumbers.check(h2, "documents", "SELECT number FROM document").isComplete())
        .isTrue();
  }

  @Test
  void hibernate_rollback_returnsTheNumber() {
    SessionFactory factory = application.getBean(SessionFactory.class);
    factory.inTransaction(session -> assertThat(bill(session)).isEqualTo("2026-000001"));
    assertThatThrownBy(() -> factory.inTransaction(session -> {
          assertThat(bill(session)).isEqualTo("2026-000002");
          session.flush();
          session.persist(new Invoice("2026-000001"));
        }))
        .as("the document's own number is there already")
        .isInstanceOf(RuntimeException.class);
    factory.inTransaction(session -> assertThat(bill(session)).isEqualTo("2026-000002"));
    assertComplete(2);
  }

  private String bill(Session session) {
    String number =
        session.doReturningWork(connection -> invoices.next(connection, DAY).text());
    session.persist(new Invoice(number));
    return number;
  }

  private void assertComplete(int documents) {
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    assertThat(report.read()).isEqualTo(documents);
    assertThat(report.counters().stream().mapToLong(GaplessReport.Counter::last).sum())
        .isEqualTo(documents);
  }
}
