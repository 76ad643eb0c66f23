package io.mintmark.compatibility.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.Mintmark;
import io.mintmark.snowflake.SnowflakeGenerator;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * In tests that start a part of an application, ids come from Mintmark, as in the whole
 * application.
 */
@Tag("long")
class SlicesTest {

  private static long made(ApplicationContext context) {
    return context.getBean(Mintmark.class).snowflake("item").made();
  }

  @Test
  void dataJpaTest_save_takesTheIdFromMintmark() throws Exception {
    ApplicationContext context = Slice.start("DataJpa");

    Item saved = context.getBean(Items.class).save(new Item());

    assertThat(saved.getId()).isPositive();
    assertThat(made(context)).isEqualTo(1);
  }

  @Test
  void dataJdbcTest_save_takesTheIdFromMintmark() throws Exception {
    ApplicationContext context = Slice.start("DataJdbc");
    context.getBean(JdbcTemplate.class).execute("create table crate (id bigint primary key)");

    Crate saved = context.getBean(Crates.class).save(new Crate(null));

    assertThat(saved.id()).isPositive();
    assertThat(made(context)).isEqualTo(1);
  }

  @Test
  void jdbcTest_insert_hasAGenerator() throws Exception {
    ApplicationContext context = Slice.start("Jdbc");
    JdbcTemplate database = context.getBean(JdbcTemplate.class);
    database.execute("create table part (id bigint primary key)");

    long id = context.getBean(SnowflakeGenerator.class).next();

    assertThat(database.update("insert into part values (?)", id)).isEqualTo(1);
  }

  @Test
  void jooqTest_insert_hasAGenerator() throws Exception {
    ApplicationContext context = Slice.start("Jooq");
    DSLContext database = context.getBean(DSLContext.class);
    int unused = database.execute("create table part (id bigint primary key)");

    long id = context.getBean(SnowflakeGenerator.class).next();

    assertThat(database.insertInto(DSL.table("part")).values(id).execute()).isEqualTo(1);
    assertThat(made(context)).isEqualTo(1);
  }

  @Test
  void mybatisTest_insert_takesTheIdFromMintmark() throws Exception {
    ApplicationContext context = Slice.start("Mybatis");
    context.getBean(JdbcTemplate.class).execute("create table item (id bigint primary key)");

    Item item = new Item();

    assertThat(context.getBean(ItemRows.class).insert(item)).isEqualTo(1);

    assertThat(item.getId()).isPositive();
    assertThat(made(context)).isEqualTo(1);
  }

  @Test
  void jsonTest_longId_isText() throws Exception {
    ApplicationContext context = Slice.start("Json");
    assertThat(LongJson.written(context)).isEqualTo("{\"id\":\"330154092605087744\"}");
  }

  /**
   * Without Mintmark, MyBatis-Plus would make its own id, and the test would not notice it
   * otherwise.
   */
  @Test
  void mybatisPlusTest_insert_takesTheIdFromMintmark() throws Exception {
    assumeTrue(Slice.isBoot3(), "MyBatis-Plus' tests for Spring Boot 4 are not on Maven Central");
    ApplicationContext context = Slice.start("MybatisPlus");
    context.getBean(JdbcTemplate.class).execute("create table item (id bigint primary key)");
    StockItem item = new StockItem();

    context.getBean(ItemMapper.class).insert(item);

    assertThat(item.getId()).isPositive();
    assertThat(made(context)).isEqualTo(1);
  }
}
