package io.mintmark.jooq;

import static io.mintmark.jooq.Tables.ITEM;
import static io.mintmark.jooq.Tables.PURCHASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.jooq.Tables.Item;
import io.mintmark.jooq.Tables.Purchase;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Tests inserts in an application with jOOQ's starter. Runs with each major version of Spring Boot.
 */
class BootRecordsTest {

  private static final int ROWS = 1_000;
  private static final Duration ON_A_BUSY_MACHINE = Duration.ofSeconds(60);

  /** Publishes the same beans as Mintmark's starter, and columns that the configuration lacks. */
  @EnableAutoConfiguration
  static class Application {

    @Bean
    Mintmark mintmark(@Value("${store}") String store) {
      return Mintmark.builder().store(store).claimTimeout(ON_A_BUSY_MACHINE).open();
    }

    @Bean
    Config config(@Value("${file}") Path file) throws IOException {
      return Config.load(Files.writeString(file, """
          generators:
            items: {type: snowflake, table: item}
            purchases:
              type: key
              format: 'P{db:2}{table:2}{time:yyMMddHHmmss}{worker:2}{seq:5}'
              shards: {databases: 4, tables-per-database: 2}
          """));
    }

    @Bean
    MintmarkRecordListener listener(Mintmark mint, Config config) {
      return MintmarkRecordListener.of(mint, config)
          .fill(PURCHASE.id, "purchases", PURCHASE.userId);
    }
  }

  @Test
  void records_onH2_haveIds(@TempDir Path folder) {
    check("jdbc:h2:mem:jooq;DB_CLOSE_DELAY=-1", "memory:", folder);
  }

  @Test
  @Tag("long")
  void records_onPostgres_haveIdsClaimedThere(@TempDir Path folder) throws Exception {
    try (EngineProcess engine = Engines.postgres(folder)) {
      String url = Engines.postgresUrl(engine.port());
      check(url, url, folder);
    }
  }

  @Test
  @Tag("long")
  void records_onMariadb_haveIdsClaimedThere(@TempDir Path folder) throws Exception {
    try (EngineProcess engine = Engines.mariadb(folder)) {
      String url = Engines.mariadbUrl(engine.port());
      check(url, url, folder);
    }
  }

  private static void check(String database, String store, Path folder) {
    try (ConfigurableApplicationContext application = new SpringApplicationBuilder(
            Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.datasource.url=" + database,
            "store=" + store,
            "file=" + folder.resolve("mintmark.yaml"))
        .run()) {
      assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("boot.expected"));
      DSLContext jooq = application.getBean(DSLContext.class);
      jooq.createTable(ITEM).columns(ITEM.fields()).execute();
      jooq.createTable(PURCHASE).columns(PURCHASE.fields()).execute();
      items(jooq);
      purchases(jooq);
    }
  }

  private static void items(DSLContext jooq) {
    Item stored = attached(jooq, Item.named("stored"));
    assertThat(stored.store()).isEqualTo(1);
    Item inserted = attached(jooq, Item.named("inserted"));
    assertThat(inserted.insert()).isEqualTo(1);
    stored.set(ITEM.name, "changed");
    assertThat(stored.store()).isEqualTo(1);
    List<Item> batch =
        IntStream.range(0, ROWS).mapToObj(i -> Item.named("row" + i)).toList();
    assertThat(jooq.batchInsert(batch).execute()).hasSize(ROWS);

    assertThat(jooq.select(ITEM.id).from(ITEM).fetch(ITEM.id))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Stream.of(stored, inserted), batch.stream())
                .map(item -> item.get(ITEM.id))
                .toList())
        .doesNotHaveDuplicates();
    assertThat(jooq.fetchCount(ITEM, ITEM.name.eq("changed"))).isEqualTo(1);
  }

  private static void purchases(DSLContext jooq) {
    List<Purchase> bought =
        IntStream.range(0, ROWS).mapToObj(i -> Purchase.of("user" + i % 7)).toList();
    assertThat(jooq.batchStore(bought).execute()).hasSize(ROWS);

    assertThat(jooq.select(PURCHASE.id).from(PURCHASE).fetch(PURCHASE.id))
        .containsExactlyInAnyOrderElementsOf(
            bought.stream().map(row -> row.get(PURCHASE.id)).toList());
    assertThatThrownBy(() -> attached(jooq, new Purchase()).insert())
        .hasStackTraceContaining("the column with the route id is not set: table=purchase");
    assertThat(jooq.fetchCount(PURCHASE)).isEqualTo(ROWS);
  }

  private static <R extends org.jooq.UpdatableRecord<R>> R attached(DSLContext jooq, R record) {
    record.attach(jooq.configuration());
    return record;
  }
}
