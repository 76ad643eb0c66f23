package io.mintmark.compatibility.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.jdbc.Engines;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application with JPA starts on a new database, which Mintmark uses after the migrations. */
@Tag("long")
class MigrationsTest {

  private static final String[] FLYWAY = {
    "--spring.flyway.enabled=true",
    "--spring.flyway.locations=classpath:migrations/flyway",
    "--spring.jpa.hibernate.ddl-auto=validate"
  };
  private static final String[] LIQUIBASE = {
    "--spring.liquibase.enabled=true",
    "--spring.liquibase.change-log=classpath:migrations/liquibase.sql",
    "--spring.jpa.hibernate.ddl-auto=validate"
  };

  /**
   * The script also creates the table of lines. This would fail if Mintmark had created it before.
   */
  private static final String[] SCRIPT = {
    "--spring.sql.init.mode=always",
    "--spring.sql.init.schema-locations=classpath:migrations/schema.sql",
    "--spring.jpa.hibernate.ddl-auto=validate"
  };

  private static final String[] DEFERRED_SCRIPT = {
    "--spring.jpa.defer-datasource-initialization=true",
    "--spring.sql.init.mode=always",
    "--spring.sql.init.data-locations=classpath:migrations/data.sql",
    "--spring.jpa.hibernate.ddl-auto=create"
  };

  private static EngineProcess engine;

  @EnableAutoConfiguration
  static class Shop {}

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.postgres(folder);
  }

  @AfterAll
  static void stop() {
    engine.close();
  }

  private static String url(String database) {
    return Engines.postgresUrl(engine.port()).replace("/postgres?", "/" + database + "?");
  }

  private static void create(String database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + database);
    }
  }

  private static ConfigurableApplicationContext run(String database, String... settings) {
    return runAt(url(database), settings);
  }

  private static ConfigurableApplicationContext runAt(String url, String... settings) {
    SpringApplication application = new SpringApplication(Shop.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    return application.run(Stream.concat(
            Stream.of(
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + url,
                "--spring.jmx.enabled=false",
                "--mintmark.generators.customers.type=snowflake"),
            Stream.of(settings))
        .toArray(String[]::new));
  }

  private static long persist(ConfigurableApplicationContext context) {
    Customer customer = new Customer();
    EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
    try (EntityManager entities = factory.createEntityManager()) {
      entities.getTransaction().begin();
      entities.persist(customer);
      entities.getTransaction().commit();
    }
    Long id = customer.id;
    assertThat(id).isNotNull();
    return id == null ? 0 : id;
  }

  private static Integer count(ConfigurableApplicationContext context, String query) {
    return context.getBean(JdbcTemplate.class).queryForObject(query, Integer.class);
  }

  /** Starts twice: on the new database, and then on a database with the table of lines. */
  private static void startsTwice(String database, String migrations, String... settings)
      throws SQLException {
    create(database);
    long first;
    try (ConfigurableApplicationContext context = run(database, settings)) {
      first = persist(context);
      assertThat(count(context, "SELECT count(*) FROM mintmark_line")).isPositive();
      assertThat(count(context, "SELECT count(*) FROM " + migrations)).isEqualTo(1);
    }
    try (ConfigurableApplicationContext context = run(database, settings)) {
      assertThat(persist(context)).isGreaterThan(first);
      assertThat(count(context, "SELECT count(*) FROM customer")).isEqualTo(2);
    }
  }

  @Test
  void flyway_newDatabase_migratesBeforeMintmark() throws SQLException {
    startsTwice("by_flyway", "flyway_schema_history WHERE version = '1' AND success", FLYWAY);
  }

  @Test
  void liquibase_newDatabase_migratesBeforeMintmark() throws SQLException {
    startsTwice("by_liquibase", "databasechangelog", LIQUIBASE);
  }

  @Test
  void script_thatCreatesTheTableOfLines_runsBeforeMintmark() throws SQLException {
    create("by_script");
    try (ConfigurableApplicationContext context = run("by_script", SCRIPT)) {
      assertThat(persist(context)).isPositive();
    }
  }

  /** A deferred script waits for Hibernate, which waits for Mintmark. */
  @Test
  void script_deferred_runsAfterHibernate() throws SQLException {
    create("by_deferred_script");
    try (ConfigurableApplicationContext context = run("by_deferred_script", DEFERRED_SCRIPT)) {
      assertThat(persist(context)).isPositive();
      assertThat(count(context, "SELECT count(*) FROM customer")).isEqualTo(2);
    }
  }

  /**
   * There is no database at this address. Like Spring Data JDBC, Hibernate connects to a database
   * to find its dialect.
   */
  @Test
  void start_databaseDown_needsTheDialectAndNoMigrations() {
    String[] away = {
      "--spring.datasource.hikari.connection-timeout=500",
      "--spring.data.jdbc.repositories.enabled=false",
      "--mintmark.open-timeout=1s"
    };
    String[] withDialect = Stream.concat(
            Stream.of(away),
            Stream.of("--spring.jpa.database-platform=org.hibernate.dialect.PostgreSQLDialect"))
        .toArray(String[]::new);
    String url = "jdbc:postgresql://127.0.0.1:1/shop";
    assertThatThrownBy(() -> runAt(url, away).close())
        .hasStackTraceContaining("Unable to determine Dialect without JDBC metadata");
    try (ConfigurableApplicationContext context = runAt(url, withDialect)) {
      assertThatThrownBy(context.getBean(SnowflakeGenerator.class)::next)
          .hasMessageContaining("the store is not open: store=DataSource 'dataSource'");
    }
  }

  /** Mintmark keeps two connections, and the application uses the third. */
  @Test
  void start_poolOfThreeConnections_leavesOneForTheApplication() throws SQLException {
    create("small_pool");
    try (ConfigurableApplicationContext context = run(
        "small_pool",
        Stream.concat(
                Stream.of(FLYWAY), Stream.of("--spring.datasource.hikari.maximum-pool-size=3"))
            .toArray(String[]::new))) {
      assertThat(persist(context)).isPositive();
    }
  }
}
