package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.Mintmark;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.sequence.Sequence;
import io.mintmark.store.Line;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** Tests the choice of the store. Other tests use running engines. */
class StoreOpenerTest {

  private static final String TAIL = "mintmark.generators.tail.type=sequence";

  @TempDir
  private Path directory;

  private ApplicationContextRunner embedded() {
    return Boot.plain()
        .withPropertyValues(
            TAIL, "mintmark.generators.tail.strict=true", "mintmark.directory=" + directory);
  }

  private static DataSource postgres(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl("jdbc:postgresql://127.0.0.1:1/" + database);
    return source;
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoDatabases {

    @Bean
    DataSource orders() {
      return postgres("orders");
    }

    @Bean
    DataSource archive() {
      return postgres("archive");
    }

    @Bean
    DataSource scratch() {
      JdbcDataSource source = new JdbcDataSource();
      source.setUrl("jdbc:h2:mem:scratch");
      return source;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OnePrimary {

    @Bean
    @Primary
    DataSource orders() {
      return postgres("orders");
    }

    @Bean
    DataSource archive() {
      return postgres("archive");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class StartedForATest {

    @Bean
    MintmarkConnectionDetails connection() {
      return () -> "memory:";
    }
  }

  @Test
  void store_nothingConfigured_isEmbeddedAndLogsItsDirectory() {
    try (CapturedLog log = new CapturedLog(StoreOpener.class)) {
      embedded().run(context -> {
        assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(1);
        assertThat(directory.resolve("mintmark.db")).exists();
      });
      assertThat(log.messages()).anyMatch(line -> line.contains("directory=" + directory));
      assertThat(log.messages()).noneMatch(line -> line.contains("production"));
    }
  }

  @Test
  void store_embeddedInProduction_warns() {
    try (CapturedLog log = new CapturedLog(StoreOpener.class)) {
      embedded().withPropertyValues("spring.profiles.active=production").run(context -> {});
      assertThat(log.messages())
          .anyMatch(line -> line.contains("the embedded store is used in production"));
    }
  }

  @Test
  void store_embeddedInTwoContexts_isShared() {
    embedded().run(first -> {
      assertThat(first.getBean("tail", Sequence.class).next()).isEqualTo(1);
      embedded()
          .run(second ->
              assertThat(second.getBean("tail", Sequence.class).next()).isEqualTo(2));
      assertThat(first.getBean("tail", Sequence.class).next()).isEqualTo(3);
    });
    embedded()
        .run(again -> assertThat(again.getBean("tail", Sequence.class).next()).isEqualTo(4));
  }

  @Test
  void store_embeddedApplicationDatabase_isNotUsed() {
    Boot.database()
        .withPropertyValues(
            TAIL, "spring.datasource.url=jdbc:h2:mem:shop", "mintmark.directory=" + directory)
        .run(context -> {
          assertThat(context).hasSingleBean(DataSource.class);
          assertThat(context.getBean("tail", Sequence.class).next()).isPositive();
          assertThat(directory.resolve("mintmark.db")).exists();
        });
  }

  @Test
  @Tag("long")
  void store_connectionDetails_overrideTheProperty() {
    Boot.plain()
        .withUserConfiguration(StartedForATest.class)
        .withPropertyValues(TAIL, "mintmark.store=file:" + directory)
        .run(context -> {
          assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(1);
          assertThat(directory).isEmptyDirectory();
        });
  }

  @Test
  void store_twoDataSourcesFit_failsWithTheirNames() {
    Boot.plain()
        .withUserConfiguration(TwoDatabases.class)
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessage(
                "mintmark.store: several beans of the application can be the store, and none is"
                    + " chosen: beans=[DataSource 'orders', DataSource 'archive']; choose one with"
                    + " mintmark.store=bean:orders"));
  }

  @Test
  @Tag("long")
  void store_twoDataSourcesFitAndOneIsPrimary_usesIt() {
    away(Boot.plain().withUserConfiguration(OnePrimary.class), "DataSource 'orders'");
  }

  @Test
  @Tag("long")
  void store_beanNamed_usesIt() {
    away(
        Boot.plain()
            .withUserConfiguration(TwoDatabases.class)
            .withPropertyValues("mintmark.store=bean:archive"),
        "DataSource 'archive'");
  }

  /**
   * Checks the store of an application. Nothing listens on its port, so the error contains the
   * store's address.
   */
  private static void away(ApplicationContextRunner application, String where) {
    application.withPropertyValues(TAIL, "mintmark.claim-timeout=1s").run(context -> {
      assertThat(context).hasNotFailed();
      assertThat(catchThrowable(() -> context.getBean("tail", Sequence.class).next()))
          .hasMessageContaining("the store is not open: store=" + where)
          .hasMessageContaining("127.0.0.1:1");
    });
  }

  @Configuration(proxyBeanMethods = false)
  static class PoolBehindAProxy {

    @Bean
    DataSource proxied() {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/orders");
      pool.setMaximumPoolSize(2);
      return new LazyConnectionDataSourceProxy(pool);
    }
  }

  /** The check needs no connection, so the start does not wait for the pool. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(ints = {1, 2})
  void store_poolWithoutAConnectionForTheApplication_throwsAtOnce(int size) {
    Boot.database()
        .withPropertyValues(
            TAIL,
            "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/orders",
            "spring.datasource.hikari.maximum-pool-size=" + size)
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessageStartingWith("mintmark.store: the connection pool is too small:"
                + " bean=DataSource 'dataSource', maximumPoolSize=" + size
                + "; Mintmark holds 2 of its connections")
            .hasMessageContaining("set maximumPoolSize to at least 3"
                + " (HikariCP: spring.datasource.hikari.maximum-pool-size)"));
  }

  @Test
  void store_smallPoolBehindAProxy_isRefused() {
    Boot.plain()
        .withUserConfiguration(PoolBehindAProxy.class)
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessageContaining("bean=DataSource 'proxied', maximumPoolSize=2"));
  }

  @Test
  @Tag("long")
  void store_onADataSource_logsItsConnections() {
    try (CapturedLog log = new CapturedLog(StoreOpener.class)) {
      away(
          Boot.plain()
              .withUserConfiguration(OnePrimary.class)
              .withPropertyValues("mintmark.open-timeout=1s"),
          "DataSource 'orders'");
      assertThat(log.messages())
          .contains("ids are claimed on the application's DataSource 'orders'; Mintmark holds 2 of"
              + " its connections while the application runs");
    }
  }

  @Test
  void store_databaseScripts_opensAfterThem() {
    Boot.scripts()
        .withPropertyValues(TAIL, "mintmark.store=memory:", "spring.sql.init.mode=always")
        .run(context -> {
          assertThat(context.getBeanFactory().getBeanDefinition("mintmarkStore").getDependsOn())
              .containsExactly("dataSourceScriptDatabaseInitializer");
          assertThat(context.getBeanFactory().getBeanDefinition("mintmark").getDependsOn())
              .containsExactly("dataSourceScriptDatabaseInitializer");
        });
  }

  @Test
  void store_databaseScriptsDeferred_doesNotWaitForThem() {
    Boot.scripts()
        .withPropertyValues(
            TAIL,
            "mintmark.store=memory:",
            "spring.sql.init.mode=always",
            "spring.jpa.defer-datasource-initialization=true")
        .run(context -> assertThat(
                context.getBeanFactory().getBeanDefinition("mintmarkStore").getDependsOn())
            .isNull());
  }

  @Test
  void store_unknownBean_failsListingCandidates() {
    Boot.plain()
        .withUserConfiguration(TwoDatabases.class)
        .withPropertyValues("mintmark.store=bean:order")
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessageContaining("no such bean: mintmark.store=bean:order; these beans can be the"
                + " store: [DataSource 'orders', DataSource 'archive', DataSource 'scratch']"));
  }

  @Test
  void store_wrongUrl_failsTheStart() {
    Boot.plain()
        .withPropertyValues("mintmark.store=postgres://127.0.0.1/shop")
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessageContaining("store='postgres://127.0.0.1/shop'"));
  }

  @Test
  void mintmark_contextClosed_isClosed() throws SQLException {
    Mintmark[] kept = new Mintmark[1];
    embedded().run(context -> {
      kept[0] = context.getBean(Mintmark.class);
      assertThat(kept[0].generators().get(0).nextTextBatch(1)).hasSize(1);
      assertThat(MintmarkAccess.storeOf(kept[0]).lines(""))
          .extracting(Line::name)
          .contains("spec/tail");
    });
    assertThat(catchThrowable(kept[0]::generators)).isNull();
    assertThat(catchThrowable(() -> kept[0].generators().get(0).nextTextBatch(1)))
        .hasMessageContaining("closed");
  }
}
