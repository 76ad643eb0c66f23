package io.mintmark.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.key.Shards;
import io.mintmark.mybatis.Rows.Item;
import io.mintmark.mybatis.Rows.ItemRows;
import io.mintmark.mybatis.Rows.Purchase;
import io.mintmark.mybatis.Rows.PurchaseRows;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** The inserts of an application with the starter of plain MyBatis, on any database. */
final class PlainInserts {

  private static final int ROWS = 1_000;
  private static final Duration ON_A_BUSY_MACHINE = Duration.ofSeconds(60);
  private static final String MYBATIS_PLUS = "com.baomidou.mybatisplus.autoconfigure.";

  private PlainInserts() {}

  /** Publishes a Mintmark, as Mintmark's starter does. */
  @EnableAutoConfiguration
  @MapperScan(basePackageClasses = Rows.class, markerInterface = Rows.PlainMapper.class)
  static class Application {

    @Bean
    Mintmark mintmark(@Value("${store}") String store) {
      Mintmark mint =
          Mintmark.builder().store(store).claimTimeout(ON_A_BUSY_MACHINE).open();
      mint.snowflake("items");
      mint.keys(
          "purchases",
          k -> k.format("P{db:2}{table:2}{time:yyMMddHHmmss}{worker:2}{seq:5}")
              .shards(Shards.of(4, 2)));
      return mint;
    }
  }

  /** Starts the application, inserts single rows, collections and batches, and reads them. */
  static void check(String database, String store) {
    try (ConfigurableApplicationContext application = new SpringApplicationBuilder(
            Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.datasource.url=" + database,
            "store=" + store,
            "spring.autoconfigure.exclude=" + MYBATIS_PLUS + "MybatisPlusAutoConfiguration,"
                + MYBATIS_PLUS + "MybatisPlusInnerInterceptorAutoConfiguration,"
                + MYBATIS_PLUS + "IdentifierGeneratorAutoConfiguration")
        .run()) {
      assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("boot.expected"));
      Rows.TABLES.forEach(application.getBean(JdbcTemplate.class)::execute);
      items(application);
      purchases(application.getBean(PurchaseRows.class));
    }
  }

  private static void items(ConfigurableApplicationContext application) {
    ItemRows items = application.getBean(ItemRows.class);
    Item one = new Item("ink");
    List<Item> many = made();
    List<Item> batched = made();

    items.insert(one);
    items.insertAll(many);
    try (SqlSession batch =
        application.getBean(SqlSessionFactory.class).openSession(ExecutorType.BATCH)) {
      batched.forEach(batch.getMapper(ItemRows.class)::insert);
      batch.commit();
    }

    assertThat(items.ids())
        .hasSize(1 + 2 * ROWS)
        .containsExactlyInAnyOrderElementsOf(Stream.of(List.of(one), many, batched)
            .flatMap(List::stream)
            .map(Item::id)
            .toList());
  }

  private static List<Item> made() {
    return Stream.generate(() -> new Item("ink")).limit(ROWS).toList();
  }

  private static void purchases(PurchaseRows purchases) {
    List<Purchase> bought =
        Stream.generate(() -> new Purchase("ada")).limit(ROWS).toList();
    purchases.insertAll(bought);

    assertThat(purchases.ids())
        .containsExactlyInAnyOrderElementsOf(
            bought.stream().map(purchase -> String.valueOf(purchase.id)).toList());
    assertThatThrownBy(() -> purchases.insertAll(List.of(new Purchase(null))))
        .hasStackTraceContaining("the property with the route id is not set:"
            + " @MintmarkId(\"purchases\") on io.mintmark.mybatis.Rows$Purchase.id");
  }
}
