package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.mintmark.Mintmark;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.redis.RedisServers;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Tests ids that are claimed on an engine that the application already uses. */
@Tag("long")
class OwnEngineTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  /** Keeps the start from waiting long for a store that is known to be unavailable. */
  private static final String OPEN_SOON = "mintmark.open-timeout=1s";

  @TempDir
  private static Path directory;

  private static EngineProcess postgres;

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres = Engines.postgres(directory.resolve("postgres"));
  }

  @AfterAll
  static void stopPostgres() {
    postgres.close();
  }

  private static ApplicationContextRunner onPostgres() {
    return Boot.database()
        .withPropertyValues(
            "spring.datasource.url=" + Engines.postgresUrl(postgres.port()),
            "spring.datasource.hikari.maximum-pool-size=4",
            "spring.datasource.hikari.connection-timeout=5000",
            "spring.datasource.hikari.initialization-fail-timeout=-1",
            "mintmark.claim-timeout=20s",
            "mintmark.generators.users.type=snowflake",
            "mintmark.generators.tail.type=sequence",
            "mintmark.generators.tail.strict=true");
  }

  @Test
  void claims_applicationDataSource_areInItsDatabase() {
    onPostgres().run(context -> {
      assertThat(context.getBean("users", SnowflakeGenerator.class).next()).isPositive();
      long first = context.getBean("tail", Sequence.class).next();
      assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(first + 1);
      assertThat(claimedUpTo(context, "seq/tail")).isEqualTo(first + 1);
      assertThat(health(context)).startsWith("UP");
    });
  }

  @Test
  void claims_dockerComposeDatabase_areInIt() {
    Map<String, String> env =
        Map.of("POSTGRES_USER", "postgres", "POSTGRES_DB", "postgres", "POSTGRES_PASSWORD", "any");
    ApplicationContextRunner application = onPostgres()
        .withPropertyValues("spring.datasource.url=", "mintmark.generators.composed.type=sequence");
    Composed.of(application, Composed.service("postgres", postgres.port(), env)).run(context -> {
      assertThat(context.getBean("composed", Sequence.class).next()).isEqualTo(1);
      assertThat(claimedUpTo(context, "seq/composed")).isPositive();
    });
  }

  private static long claimedUpTo(ApplicationContext context, String line) throws SQLException {
    try (Connection connection = context.getBean(DataSource.class).getConnection();
        ResultSet row = connection
            .createStatement()
            .executeQuery("select next from mintmark_line where name = '" + line + "'")) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  @Test
  void start_storeDown_idsFailAndHealthIsDownUntilRecovery() throws Exception {
    postgres.kill();
    onPostgres().withPropertyValues(OPEN_SOON).run(context -> {
      assertThat(context).hasNotFailed();
      Sequence tail = context.getBean("tail", Sequence.class);
      assertThat(catchThrowable(tail::next))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("the store is not open: store=DataSource 'dataSource'");
      assertThat(health(context)).startsWith("DOWN").contains("the store is not open");
      assertThat(context.getBean(Mintmark.class).generators()).hasSize(2);

      Engines.restartPostgres(postgres);
      await(() -> health(context).startsWith("UP"));
      assertThat(tail.next()).isPositive();
      assertThat(context.getBean("users", SnowflakeGenerator.class).next()).isPositive();
    });
  }

  @Test
  void start_storeDownWithOtherSettings_idsFailWithMismatch() throws Exception {
    ApplicationContextRunner before =
        onPostgres().withPropertyValues("mintmark.generators.counted.type=sequence");
    before.run(
        context -> assertThat(context.getBean("counted", Sequence.class).next()).isPositive());
    ApplicationContextRunner after =
        before.withPropertyValues("mintmark.generators.counted.step=10");
    after.run(context -> assertThat(context)
        .getFailure()
        .rootCause()
        .hasMessageContaining("mintmark.generators.counted: ")
        .hasMessageContaining("step=10"));
    postgres.kill();
    after.withPropertyValues(OPEN_SOON).run(context -> {
      assertThat(context).hasNotFailed();
      Engines.restartPostgres(postgres);
      await(() -> health(context).startsWith("UP"));
      assertThat(catchThrowable(context.getBean("counted", Sequence.class)::next))
          .isInstanceOf(SettingsMismatchException.class);
      await(() -> health(context).startsWith("DOWN"));
      assertThat(health(context)).contains("SettingsMismatchException");
    });
  }

  @Test
  void claims_applicationRedis_areInIt() {
    try (EngineProcess redis = RedisServers.startDurable(directory.resolve("redis"))) {
      Boot.redis()
          .withPropertyValues(
              "spring.data.redis.port=" + redis.port(),
              "mintmark.generators.tail.type=sequence",
              "mintmark.generators.tail.strict=true")
          .run(context -> {
            assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(1);
            assertThat(MintmarkAccess.storeOf(context.getBean(Mintmark.class)).now())
                .isPresent();
            assertThat(health(context)).startsWith("UP");
          });
      Boot.plain()
          .withPropertyValues(
              "mintmark.store=redis://127.0.0.1:" + redis.port(),
              "mintmark.generators.tail.type=sequence",
              "mintmark.generators.tail.strict=true")
          .run(context ->
              assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(2));
    }
  }

  @Test
  void claims_applicationMongoDb_areInItsDatabase() {
    MongoServer server = new MongoServer(new MemoryBackend());
    InetSocketAddress address = server.bind();
    String uri = "mongodb://127.0.0.1:" + address.getPort() + "/shop";
    try {
      Boot.mongo()
          .withPropertyValues(
              "spring.data.mongodb.uri=" + uri,
              "spring.mongodb.uri=" + uri,
              "mintmark.generators.tail.type=sequence",
              "mintmark.generators.tail.strict=true")
          .run(context -> {
            assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(1);
            assertThat(context
                    .getBean(com.mongodb.client.MongoClient.class)
                    .getDatabase("shop")
                    .getCollection("mintmark_line")
                    .countDocuments())
                .isPositive();
          });
    } finally {
      server.shutdownNow();
    }
  }

  private static String health(AssertableApplicationContext context) {
    return Boot.health(context.getBean("mintmarkHealthIndicator"));
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).isNegative();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }
}
