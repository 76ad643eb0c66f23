package io.mintmark.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.extension.toolkit.Db;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.FieldIds;
import io.mintmark.key.KeyGenerator;
import io.mintmark.mybatis.Entities.Guest;
import io.mintmark.mybatis.Entities.GuestMapper;
import io.mintmark.mybatis.Entities.Member;
import io.mintmark.mybatis.Entities.MemberMapper;
import io.mintmark.mybatis.Entities.Order;
import io.mintmark.mybatis.Entities.OrderMapper;
import io.mintmark.mybatis.Entities.Ticket;
import io.mintmark.mybatis.Entities.TicketMapper;
import io.mintmark.mybatis.Entities.User;
import io.mintmark.mybatis.Entities.UserMapper;
import io.mintmark.mybatis.Entities.Visitor;
import io.mintmark.mybatis.Entities.VisitorMapper;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.uuid.TypeId;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Tests inserts in an application with MyBatis-Plus' starter on H2. Runs with each major version of
 * Spring Boot.
 */
class BootInsertsTest {

  private static final int ROWS = 1_000;

  @SuppressWarnings("NullAway.Init")
  private static ConfigurableApplicationContext application;

  /** Publishes the same beans as Mintmark's starter. */
  @EnableAutoConfiguration
  @MapperScan(basePackageClasses = Entities.class, markerInterface = BaseMapper.class)
  static class Application {

    @Bean
    Mintmark mintmark() {
      return Mintmark.open("memory:");
    }

    @Bean
    Config config() {
      return Entities.CONFIG;
    }
  }

  @BeforeAll
  static void start() {
    application = start("rest");
    JdbcTemplate database = application.getBean(JdbcTemplate.class);
    database.execute("create table t_user (id bigint primary key, name varchar(20))");
    database.execute("create table t_member (id varchar(33) primary key, invited_by varchar(33))");
    database.execute("create table t_guest (id varchar(33) primary key)");
    database.execute("create table t_ticket (id varchar(30) primary key)");
    database.execute("create table t_order (id varchar(40) primary key, user_id varchar(20))");
  }

  private static ConfigurableApplicationContext start(String others) {
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.datasource.url=jdbc:h2:mem:inserts",
            "spring.autoconfigure.exclude="
                + "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration",
            "mybatis-plus.configuration.log-impl=" + StatementLog.class.getName(),
            "mintmark.mybatis-plus.other-tables=" + others)
        .run();
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @Test
  void application_runs_onTheExpectedVersions() {
    assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("boot.expected"));
    assertThat(IdentifierGenerator.class.getProtectionDomain().getCodeSource().getLocation())
        .asString()
        .endsWith(System.getProperty("mybatis-plus.expected") + ".jar");
    assertThat(application.getBean(IdentifierGenerator.class))
        .isInstanceOf(MintmarkIdentifierGenerator.class);
  }

  @Test
  void rows_haveIdsOfTheirTablesGenerators() {
    User user = new User();
    application.getBean(UserMapper.class).insert(user);
    Order order = new Order();
    order.userId = "user-42";
    application.getBean(OrderMapper.class).insert(order);

    Mintmark mint = application.getBean(Mintmark.class);
    KeyGenerator keys = mint.keys("orders");
    assertThat(user.id).isPositive().isLessThan(mint.snowflake("users").next());
    assertThat(application.getBean(UserMapper.class).selectById(user.id)).isNotNull();
    assertThat(keys.isKey(String.valueOf(order.id))).isTrue();
    assertThat(application.getBean(OrderMapper.class).selectById(order.id)).isNotNull();
  }

  private static TypeId nextMember(Mintmark mint) {
    return TypeId.parse(mint.find("members").orElseThrow().nextText());
  }

  @Test
  void typeIds_areStoredAsTextAndFound() {
    Mintmark mint = application.getBean(Mintmark.class);
    MemberMapper members = application.getBean(MemberMapper.class);
    Member first = new Member();
    first.id = nextMember(mint);
    members.insert(first);
    Member second = new Member();
    second.id = nextMember(mint);
    second.invitedBy = first.id;
    members.insert(second);

    assertThat(members.selectById(first.id).invitedBy).isNull();
    List<Member> invited =
        members.selectList(new QueryWrapper<Member>().eq("invited_by", first.id));
    assertThat(invited).extracting(member -> member.id).containsExactly(second.id);
    assertThat(invited).extracting(member -> member.invitedBy).containsExactly(first.id);
    assertThat(application
            .getBean(JdbcTemplate.class)
            .queryForList("select id from t_member order by id", String.class))
        .containsExactly(String.valueOf(first.id), String.valueOf(second.id));
    assertThat(second.id).extracting(TypeId::prefix).isEqualTo("member");
  }

  @Test
  void prefixedIds_areStoredAsTextAndFound() {
    TicketMapper tickets = application.getBean(TicketMapper.class);
    List<Ticket> made = Stream.generate(Ticket::new).limit(3).toList();
    made.forEach(tickets::insert);

    assertThat(made)
        .extracting(ticket -> ticket.id)
        .allMatch(id -> String.valueOf(id).matches("ticket_[1-9][0-9]*[0-9a-z]"))
        .doesNotHaveDuplicates();
    assertThat(tickets.selectById(made.get(1).id).id).isEqualTo(made.get(1).id);
    PrefixedIds generator =
        (PrefixedIds) FieldIds.find(application.getBean(Mintmark.class), "tickets", "the test");
    assertThat(made.stream().map(ticket -> generator.parse(String.valueOf(ticket.id))))
        .containsExactly("1", "2", "3");
  }

  @Test
  void annotatedIds_areFilled_alsoInBatches() {
    GuestMapper guests = application.getBean(GuestMapper.class);
    List<Guest> made = Stream.generate(Guest::new).limit(4).toList();
    guests.insert(made.get(0));
    guests.insert(made.subList(1, 3));
    Db.save(made.get(3));

    assertThat(made)
        .extracting(guest -> String.valueOf(guest.id))
        .allMatch(id -> id.startsWith("member_"))
        .doesNotHaveDuplicates();
    assertThat(made).allMatch(guest -> guests.selectById(guest.id) != null);
  }

  @Test
  void annotatedType_fillsItsTableId() {
    VisitorMapper visitors = application.getBean(VisitorMapper.class);
    Visitor visitor = new Visitor();
    visitors.insert(visitor);

    assertThat(visitor.number).extracting(TypeId::prefix).isEqualTo("member");
    assertThat(visitor.id).isNull();
    assertThat(visitors.selectById(visitor.number).number).isEqualTo(visitor.number);
  }

  @Test
  void insert_idSet_keepsIt() {
    User user = new User();
    user.id = 7L;
    application.getBean(UserMapper.class).insert(user);

    assertThat(user.id).isEqualTo(7);
  }

  @Test
  void insert_customStatement_setsTheId() {
    User user = new User();
    application.getBean(UserMapper.class).insertByHand(user);

    assertThat(user.id).isPositive();
  }

  @Test
  void batches_arePreparedOnce_andEachRowHasItsOwnId() {
    List<User> users = insertedBy(application.getBean(UserMapper.class)::insert);
    List<User> saved = insertedBy(Db::saveBatch);

    assertThat(
            Stream.of(users, saved).flatMap(List::stream).map(user -> user.id).distinct())
        .hasSize(2 * ROWS)
        .doesNotContainNull();
  }

  private static List<User> insertedBy(Consumer<List<User>> insert) {
    List<User> users = IntStream.range(0, ROWS).mapToObj(i -> new User()).toList();
    StatementLog.PREPARED.clear();
    insert.accept(users);

    assertThat(StatementLog.PREPARED).hasSize(1);
    return users;
  }

  @Test
  void insert_generatorFails_throwsToTheCaller() {
    assertThatThrownBy(() -> application.getBean(OrderMapper.class).insert(new Order()))
        .hasStackTraceContaining("the property with the route id is null:"
            + " entity=io.mintmark.mybatis.Entities$Order, property=userId");
  }

  @Test
  void start_unknownGenerator_fails() {
    assertThatThrownBy(() -> start("none"))
        .hasStackTraceContaining("the generator for all other tables is not configured: name=none");
  }
}
