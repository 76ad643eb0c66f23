package io.mintmark.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.objectid.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.core.mapping.AggregateReference;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.FieldType;
import org.springframework.data.mongodb.core.mapping.MongoId;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.r2dbc.repository.support.R2dbcRepositoryFactory;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** Tests a Spring Boot application that saves entities to each store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class SavedEntitiesTest {

  private final MongoServer server = new MongoServer(new MemoryBackend());
  private ConfigurableApplicationContext context;
  private MongoTemplate mongo;
  private JdbcAggregateTemplate jdbc;

  @Configuration
  @EnableAutoConfiguration
  static class Application {

    @Bean
    Mintmark mintmark() {
      Mintmark mint = Mintmark.open("memory:");
      List<Generator> unused = List.of(
          mint.snowflake("articles"),
          mint.sequence("invoices"),
          mint.uuids("payments"),
          mint.objectIds("pages"),
          mint.keys("orders", k -> k.format("OD{db:2}{table:2}{seq:6}").shards(Shards.of(4, 2))));
      return mint;
    }

    /** Needed because Spring Boot makes no DataSource if there is a connection factory of R2DBC. */
    @Bean
    DataSource dataSource() {
      return new EmbeddedDatabaseBuilder()
          .setType(EmbeddedDatabaseType.H2)
          .generateUniqueName(true)
          .build();
    }
  }

  @Document
  static class Article {
    @Id
    @MintmarkId("articles")
    @Nullable
    Long id;

    @Nullable
    String title;
  }

  @Document
  record Page(@Id @MintmarkId("pages") @Nullable String id) {}

  @Document
  record TextPage(
      @MongoId(FieldType.STRING) @MintmarkId("pages") @Nullable
      String id) {}

  @Document
  record Order(
      @Id @MintmarkId(value = "orders", route = "userId") @Nullable
      String id,

      @Nullable String userId) {}

  @Document
  record Plain(@Id @Nullable String id) {}

  @Table("invoice")
  record Invoice(@Id @MintmarkId("invoices") long id, String text) {}

  @Table("payment")
  record Payment(@Id @MintmarkId("payments") @Nullable UUID id, String text) {}

  @Table("parcel")
  record Parcel(
      @Id @MintmarkId(value = "orders", route = "invoice") @Nullable
      String id,

      AggregateReference<Invoice, Long> invoice) {}

  @MintmarkId("invoices")
  static class Numbered {}

  @Document
  static class Ticket extends Numbered {
    @Id
    @Nullable
    Long number;
  }

  @Document
  @MintmarkId(value = "orders", route = "userId")
  record Purchase(@Id @Nullable String number, @Nullable String userId) {}

  @Document
  @MintmarkId("invoices")
  record OnBoth(@Id @MintmarkId("articles") @Nullable Long id) {}

  @Table("invoice")
  @MintmarkId("articles")
  record Bill(@Id @Nullable Long id, String text) {}

  @Table("payment")
  @MintmarkId("payments")
  record Refund(@Id @Nullable UUID id, String text) {}

  interface Payments extends ReactiveCrudRepository<Payment, UUID> {}

  @BeforeAll
  void start() {
    String url = server.bindAndGetConnectionString() + "/shop";
    SpringApplication spring = new SpringApplication(Application.class);
    spring.setWebApplicationType(WebApplicationType.NONE);
    context = spring.run(
        "--spring.main.banner-mode=off",
        "--spring.data.mongodb.uri=" + url,
        "--spring.mongodb.uri=" + url,
        "--spring.r2dbc.url=r2dbc:h2:mem:///payments?options=DB_CLOSE_DELAY=-1;"
            + "CASE_INSENSITIVE_IDENTIFIERS=TRUE");
    mongo = context.getBean(MongoTemplate.class);
    jdbc = context.getBean(JdbcAggregateTemplate.class);
    JdbcTemplate sql = context.getBean(JdbcTemplate.class);
    sql.execute("create table \"invoice\" (\"ID\" bigint primary key, \"TEXT\" varchar(20))");
    sql.execute("create table \"payment\" (\"ID\" uuid primary key, \"TEXT\" varchar(20))");
    sql.execute("create table \"parcel\" (\"ID\" varchar(20) primary key, \"INVOICE\" bigint)");
    rows()
        .getDatabaseClient()
        .sql("create table \"payment\" (\"ID\" uuid primary key, \"TEXT\" varchar(20))")
        .then()
        .block();
  }

  @AfterAll
  void stop() {
    context.close();
    server.shutdownNow();
  }

  private R2dbcEntityTemplate rows() {
    return context.getBean(R2dbcEntityTemplate.class);
  }

  private static String place(String routeId) {
    Route route = Shards.of(4, 2).route(routeId);
    return String.format("OD%02d%02d", route.database(), route.table());
  }

  @Test
  void springBoot_ofThisRun_isTheExpectedVersion() {
    String version = SpringBootVersion.getVersion();

    assertThat(System.getProperty("spring-boot.expected", version)).isEqualTo(version);
  }

  @Test
  void mongo_saveWithoutId_fillsTheObjectOrACopy() {
    Article article = new Article();

    assertThat(mongo.save(article)).isSameAs(article);
    assertThat(article.id).isGreaterThan(1L << 50);
    assertThat(mongo.findById(article.id, Article.class)).isNotNull();
    Order order = mongo.save(new Order(null, "user-42"));
    assertThat(order.id()).startsWith(place("user-42"));
    assertThat(mongo.findById(Objects.requireNonNull(order.id()), Order.class)).isEqualTo(order);
  }

  @Test
  void mongo_insertAll_fillsEach() {
    List<Page> pages = List.copyOf(mongo.insertAll(List.of(new Page(null), new Page(null))));

    assertThat(pages).extracting(Page::id).doesNotHaveDuplicates().allMatch(ObjectId::isValid);
    assertThat(mongo.findById(Objects.requireNonNull(pages.get(0).id()), Page.class))
        .isNotNull();
  }

  @Test
  void save_annotationOnTheType_fillsTheIdInEachStore() {
    assertThat(mongo.save(new Ticket()).number).isBetween(1L, 1_000_000L);
    assertThat(mongo.save(new Purchase(null, "user-42")).number()).startsWith(place("user-42"));
    assertThat(mongo.save(new OnBoth(null)).id()).isGreaterThan(1L << 50);
    assertThat(mongo.save(new Purchase("set", "user-42")).number()).isEqualTo("set");
    assertThat(jdbc.save(new Bill(null, "ink")).id()).isGreaterThan(1L << 50);
    Refund refund = rows().insert(new Refund(null, "ink")).block();
    assertThat(Objects.requireNonNull(refund).id()).isNotNull();
  }

  /** The page documents this behaviour, and how to change it. */
  @Test
  void mongo_textOf24HexDigits_isStoredAsObjectIdUnlessMappedAsText() {
    Page page = mongo.save(new Page(null));
    TextPage text = mongo.save(new TextPage(null));

    assertThat(countById("page", new org.bson.types.ObjectId(page.id()))).isEqualTo(1);
    assertThat(countById("page", page.id())).isZero();
    assertThat(countById("textPage", text.id())).isEqualTo(1);
  }

  private long countById(String collection, @Nullable Object id) {
    return mongo.getCollection(collection).countDocuments(new org.bson.Document("_id", id));
  }

  @Test
  void mongo_saveWithId_keepsIt() {
    Article article = new Article();
    article.id = 42L;
    article.title = "set";
    mongo.save(article);
    article.title = "changed";
    mongo.save(article);

    assertThat(mongo.findAll(Article.class))
        .filteredOn(found -> Objects.equals(found.id, 42L))
        .extracting(found -> found.title)
        .containsExactly("changed");
  }

  @Test
  void mongo_entityWithoutTheAnnotation_isUnchanged() {
    assertThat(mongo.save(new Plain("own")).id()).isEqualTo("own");
    assertThat(mongo.save(new Plain(null)).id()).matches(ObjectId::isValid);
  }

  @Test
  void mongo_routeNotSet_failsNamingTheProperty() {
    assertThatThrownBy(() -> mongo.save(new Order(null, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the property with the route id is not set: @MintmarkId(\"orders\") on "
            + Order.class.getName() + ".id, route=userId; no id issued");
  }

  @Test
  void reactiveMongo_save_fillsOnlyMissingIds() {
    ReactiveMongoTemplate reactive = context.getBean(ReactiveMongoTemplate.class);
    Order order =
        Objects.requireNonNull(reactive.save(new Order(null, "user-7")).block());

    assertThat(order.id()).startsWith(place("user-7"));
    assertThat(
            reactive.save(new Article()).map(saved -> String.valueOf(saved.id)).block())
        .hasSizeBetween(16, 19);
    assertThat(reactive.save(new Page(null)).map(Page::id).block()).matches(ObjectId::isValid);
    assertThat(reactive.save(new Order("kept", "user-7")).map(Order::id).block())
        .isEqualTo("kept");
    assertThat(reactive.save(new Plain("own")).map(Plain::id).block()).isEqualTo("own");
    assertThat(mongo.findById(Objects.requireNonNull(order.id()), Order.class)).isEqualTo(order);
  }

  @Test
  void jdbc_saveWithoutId_inserts() {
    Invoice invoice = jdbc.save(new Invoice(0, "new"));
    Payment payment = jdbc.save(new Payment(null, "new"));

    assertThat(invoice.id()).isPositive();
    assertThat(jdbc.findById(invoice.id(), Invoice.class)).isEqualTo(invoice);
    assertThat(Objects.requireNonNull(payment.id()).version()).isEqualTo(7);
    assertThat(jdbc.findById(payment.id(), Payment.class)).isEqualTo(payment);
  }

  @Test
  void jdbc_saveAllWithoutIds_insertsEach() {
    List<Invoice> saved = new ArrayList<>();
    jdbc.saveAll(List.of(new Invoice(0, "a"), new Invoice(0, "b"))).forEach(saved::add);

    assertThat(saved).extracting(Invoice::id).doesNotHaveDuplicates().hasSize(2);
    assertThat(jdbc.findAll(Invoice.class)).containsAll(saved);
  }

  @Test
  void jdbc_insertWithId_keepsIt() {
    assertThat(jdbc.insert(new Invoice(1_000_000, "imported")).id()).isEqualTo(1_000_000);
    assertThat(jdbc.save(new Invoice(1_000_000, "changed")).text()).isEqualTo("changed");
    assertThat(jdbc.findById(1_000_000L, Invoice.class).text()).isEqualTo("changed");
  }

  @Test
  void jdbc_routedByAReference_usesItsId() {
    Parcel parcel = jdbc.save(new Parcel(null, AggregateReference.to(77L)));

    assertThat(parcel.id()).startsWith(place("77"));
  }

  @Test
  void r2dbc_saveWithoutId_inserts() {
    Payments payments = new R2dbcRepositoryFactory(rows()).getRepository(Payments.class);
    Payment payment =
        Objects.requireNonNull(payments.save(new Payment(null, "new")).block());

    assertThat(Objects.requireNonNull(payment.id()).version()).isEqualTo(7);
    assertThat(payments.findById(payment.id()).block()).isEqualTo(payment);
  }

  @Test
  void r2dbc_insertWithId_keepsIt() {
    UUID id = new UUID(1, 2);

    assertThat(rows().insert(new Payment(id, "set")).map(Payment::id).block()).isEqualTo(id);
  }
}
