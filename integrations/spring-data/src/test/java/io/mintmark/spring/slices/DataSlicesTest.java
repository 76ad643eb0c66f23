package io.mintmark.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;

/** Tests that slice tests of Spring Boot have the same ids of Mintmark as a whole application. */
@Tag("long")
class DataSlicesTest {

  @AfterAll
  static void stop() {
    Slice.stopMongo();
  }

  private static void isMade(ApplicationContext context, Item saved) {
    assertThat(saved.id()).isPositive();
    assertThat(context.getBean(Mintmark.class).snowflake("item").made()).isEqualTo(1);
  }

  @Test
  void dataMongoTest_save_takesTheIdFromMintmark() throws Exception {
    ApplicationContext context = Slice.start("DataMongo");

    isMade(context, context.getBean(MongoTemplate.class).save(new Item(null)));
  }

  @Test
  void dataR2dbcTest_insert_takesTheIdFromMintmark() throws Exception {
    ApplicationContext context = Slice.start("DataR2dbc");
    R2dbcEntityTemplate database = context.getBean(R2dbcEntityTemplate.class);
    database
        .getDatabaseClient()
        .sql("create table item (id bigint primary key)")
        .then()
        .block();

    Item saved = database.insert(new Item(null)).block();

    assertThat(saved).isNotNull().satisfies(item -> isMade(context, item));
  }
}
