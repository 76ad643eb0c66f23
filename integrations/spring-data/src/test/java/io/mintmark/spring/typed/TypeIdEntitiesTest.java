package io.mintmark.spring.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.mintmark.Mintmark;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.generator.Generator;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.spring.data.TypeIdConverters;
import io.mintmark.uuid.TypeId;
import io.r2dbc.spi.ConnectionFactory;
import java.util.Map;
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
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.r2dbc.convert.R2dbcCustomConversions;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.r2dbc.dialect.DialectResolver;
import org.springframework.data.r2dbc.repository.support.R2dbcRepositoryFactory;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/**
 * Tests ids and other properties of the type TypeId in each store, set up as the page describes.
 * The test is in its own package, because Spring Boot scans the package of the application for
 * entities.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class TypeIdEntitiesTest {

  private static final String TABLE = "create table \"member\" (\"ID\" varchar(90) primary key,"
      + " \"INVITED_BY\" varchar(90), \"NAME\" varchar(20))";

  private final MongoServer server = new MongoServer(new MemoryBackend());
  private ConfigurableApplicationContext context;

  @Configuration
  @EnableAutoConfiguration
  static class Application {

    @Bean
    Mintmark mintmark() {
      Mintmark mint = Mintmark.open("memory:");
      Generator unused = GeneratorSettings.of(
              Map.of("type", "typeid", "prefix", "member"), key -> key)
          .open(mint, "members");
      Generator unusedTickets = GeneratorSettings.of(
              Map.of("type", "sequence", "prefix", "ticket", "check-digit", "true"), key -> key)
          .open(mint, "tickets");
      return mint;
    }

    @Bean
    MongoCustomConversions mongoConversions() {
      return new MongoCustomConversions(TypeIdConverters.all());
    }

    @Bean
    JdbcCustomConversions jdbcConversions() {
      return new JdbcCustomConversions(TypeIdConverters.all());
    }

    @Bean
    R2dbcCustomConversions r2dbcConversions(ConnectionFactory connections) {
      return R2dbcCustomConversions.of(
          DialectResolver.getDialect(connections), TypeIdConverters.all());
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

  @Table("member")
  record Member(
      @Id @MintmarkId("members") @Nullable TypeId id,
      @Nullable TypeId invitedBy,
      String name) {}

  @Table("ticket")
  record Ticket(@Id @MintmarkId("tickets") @Nullable String id, String name) {}

  interface Members extends ReactiveCrudRepository<Member, TypeId> {}

  @BeforeAll
  void start() {
    String url = server.bindAndGetConnectionString() + "/shop";
    SpringApplication spring = new SpringApplication(Application.class);
    spring.setWebApplicationType(WebApplicationType.NONE);
    context = spring.run(
        "--spring.main.banner-mode=off",
        "--spring.data.mongodb.uri=" + url,
        "--spring.mongodb.uri=" + url,
        "--spring.r2dbc.url=r2dbc:h2:mem:///members?options=DB_CLOSE_DELAY=-1;"
            + "CASE_INSENSITIVE_IDENTIFIERS=TRUE");
    context.getBean(JdbcTemplate.class).execute(TABLE);
    context
        .getBean(JdbcTemplate.class)
        .execute("create table \"ticket\" (\"ID\" varchar(30) primary key, \"NAME\" varchar(20))");
    context
        .getBean(R2dbcEntityTemplate.class)
        .getDatabaseClient()
        .sql(TABLE)
        .then()
        .block();
  }

  @AfterAll
  void stop() {
    context.close();
    server.shutdownNow();
  }

  private static TypeId id(@Nullable Member member) {
    return Objects.requireNonNull(Objects.requireNonNull(member).id());
  }

  private static void isFilled(Member first, Member second) {
    assertThat(id(first).prefix()).isEqualTo("member");
    assertThat(id(second)).isGreaterThan(id(first));
    assertThat(second.invitedBy()).isEqualTo(first.id());
  }

  /** An id that has a prefix but is not a TypeID is a String. */
  @Test
  void jdbc_prefixedId_isFilledStoredAsTextAndFound() {
    JdbcAggregateTemplate jdbc = context.getBean(JdbcAggregateTemplate.class);
    Ticket first = jdbc.save(new Ticket(null, "lost"));
    Ticket second = jdbc.save(new Ticket(null, "found"));

    assertThat(jdbc.findById(Objects.requireNonNull(second.id()), Ticket.class)).isEqualTo(second);
    PrefixedIds tickets =
        (PrefixedIds) context.getBean(Mintmark.class).find("tickets").orElseThrow();
    long number = Long.parseLong(tickets.parse(Objects.requireNonNull(first.id())));
    assertThat(tickets.parse(Objects.requireNonNull(second.id()))).isEqualTo("" + (number + 1));
  }

  @Test
  void jdbc_typeId_isFilledStoredAsTextAndFound() {
    JdbcAggregateTemplate jdbc = context.getBean(JdbcAggregateTemplate.class);
    Member first = jdbc.save(new Member(null, null, "Ada"));
    Member second = jdbc.save(new Member(null, first.id(), "Eve"));

    isFilled(first, second);
    assertThat(jdbc.findById(id(second), Member.class)).isEqualTo(second);
    assertThat(jdbc.save(new Member(first.id(), null, "Ada L.")).name()).isEqualTo("Ada L.");
    assertThat(jdbc.findById(id(first), Member.class).name()).isEqualTo("Ada L.");
    JdbcTemplate sql = context.getBean(JdbcTemplate.class);
    assertThat(sql.queryForList("select \"INVITED_BY\" from \"member\"", String.class))
        .contains(id(first).toString());
  }

  @Test
  void mongo_typeId_isFilledStoredAsTextAndFound() {
    MongoTemplate mongo = context.getBean(MongoTemplate.class);
    Member first = mongo.save(new Member(null, null, "Ada"));
    Member second = mongo.save(new Member(null, first.id(), "Eve"));

    isFilled(first, second);
    assertThat(mongo.findById(id(second), Member.class)).isEqualTo(second);
    assertThat(mongo
            .getCollection("member")
            .countDocuments(new org.bson.Document("_id", id(second).toString())))
        .isEqualTo(1);
  }

  @Test
  void r2dbc_typeId_isFilledStoredAsTextAndFound() {
    R2dbcEntityTemplate rows = context.getBean(R2dbcEntityTemplate.class);
    Members members = new R2dbcRepositoryFactory(rows).getRepository(Members.class);
    Member first =
        Objects.requireNonNull(members.save(new Member(null, null, "Ada")).block());
    Member second =
        Objects.requireNonNull(members.save(new Member(null, first.id(), "Eve")).block());

    isFilled(first, second);
    assertThat(members.findById(id(second)).block()).isEqualTo(second);
    assertThat(members.findById(new TypeId("member", new UUID(0, 1))).blockOptional())
        .isEmpty();
  }

  @Test
  void jdbc_invalidTypeIdText_throwsWhenRead() {
    JdbcAggregateTemplate jdbc = context.getBean(JdbcAggregateTemplate.class);
    TypeId id = id(jdbc.save(new Member(null, null, "Ada")));
    JdbcTemplate sql = context.getBean(JdbcTemplate.class);
    sql.update("update \"member\" set \"INVITED_BY\" = 'nobody' where \"ID\" = ?", id.toString());

    assertThatThrownBy(() -> jdbc.findById(id, Member.class))
        .hasRootCauseMessage(rootMessage("nobody"));
    sql.update("delete from \"member\" where \"ID\" = ?", id.toString());
  }

  private static @Nullable String rootMessage(String text) {
    try {
      return TypeId.parse(text).toString();
    } catch (RuntimeException e) {
      return e.getMessage();
    }
  }
}
