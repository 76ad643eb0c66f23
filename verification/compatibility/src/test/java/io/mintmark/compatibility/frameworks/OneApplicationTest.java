package io.mintmark.compatibility.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.Mintmark;
import io.mintmark.compatibility.slices.LongJson;
import io.mintmark.error.ClosedException;
import io.mintmark.generator.Generator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Each framework's auto-configuration finds the starter's Mintmark, while all other frameworks are
 * present too.
 */
@Tag("long")
class OneApplicationTest {

  private static ConfigurableApplicationContext application;

  @BeforeAll
  static void start() {
    application = SpringApplication.run(
        Shop.class,
        "--spring.main.banner-mode=off",
        "--spring.datasource.generate-unique-name=true",
        "--spring.jpa.hibernate.ddl-auto=create-drop",
        "--management.endpoints.web.exposure.include=mintmark",
        "--management.endpoints.jmx.exposure.include=mintmark",
        "--mintmark.store=memory:",
        "--mintmark.generators.users.type=snowflake",
        "--mintmark.generators.products.type=sequence",
        "--mintmark.generators.orders.type=key",
        "--mintmark.generators.orders.table=t_order",
        "--mintmark.generators.orders.format=OD{time:yyMMddHHmmss}{worker:2}{seq:5}",
        "--mintmark.jackson.long-ids-as-text=true");
    JdbcTemplate database = application.getBean(JdbcTemplate.class);
    database.execute("create table product (id bigint primary key, name varchar(20))");
    database.execute("create table t_order (id varchar(40) primary key, note varchar(20))");
  }

  @AfterAll
  static void end() {
    application.close();
  }

  private static double made(String generator) {
    return application
        .getBean(MeterRegistry.class)
        .get("mintmark.ids")
        .tag("generator", generator)
        .functionCounter()
        .count();
  }

  @Test
  void boot_ofThisRun_isTheExpectedVersion() {
    assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("boot.expected"));
  }

  @Test
  void hibernate_persist_takesTheIdFromTheStartersMintmark() {
    double before = made("users");
    Shop.User user = new Shop.User();
    EntityManagerFactory factory = application.getBean(EntityManagerFactory.class);
    try (EntityManager entities = factory.createEntityManager()) {
      entities.getTransaction().begin();
      entities.persist(user);
      entities.getTransaction().commit();
    }
    assertThat(user.id).isPositive();
    assertThat(made("users")).isEqualTo(before + 1);
  }

  @Test
  void springData_insert_takesTheIdFromTheStartersMintmark() {
    double before = made("products");
    Shop.Product saved =
        application.getBean(JdbcAggregateTemplate.class).save(new Shop.Product(null, "ink"));
    assertThat(saved.id()).isPositive();
    assertThat(made("products")).isEqualTo(before + 1);
  }

  @Test
  void mybatisPlus_insert_takesTheIdFromTheStartersMintmark() {
    double before = made("orders");
    Shop.Order order = new Shop.Order();
    application.getBean(Orders.class).insert(order);
    assertThat(order.id).startsWith("OD").hasSize(21);
    assertThat(made("orders")).isEqualTo(before + 1);
  }

  @Test
  void jackson_longId_isText() throws ReflectiveOperationException {
    assertThat(LongJson.written(application)).isEqualTo("{\"id\":\"330154092605087744\"}");
  }

  @Test
  void actuator_healthAndEndpoint_exist() {
    assertThat(application.containsBean("mintmarkHealthIndicator")).isTrue();
    assertThat(application.containsBean("mintmarkEndpoint")).isTrue();
  }

  @Test
  void generators_areBeansOfTheMintmark() {
    Mintmark mint = application.getBean(Mintmark.class);
    assertThat(application.getBean(SnowflakeGenerator.class)).isSameAs(mint.snowflake("users"));
    assertThat(application.getBean(KeyGenerator.class)).isSameAs(mint.keys("orders"));
    assertThat(mint.generators())
        .extracting(Generator::name)
        .containsExactlyInAnyOrder("users", "products", "orders");
  }

  @Test
  void generators_namesOfAMapperAndARepository_areFoundByQualifier() {
    assertThat(application.getBean("orders")).isInstanceOf(Orders.class);
    assertThat(application.getBean("products")).isInstanceOf(Products.class);
    assertThat(application.getBean("mintmark.orders")).isInstanceOf(KeyGenerator.class);
    assertThat(application.getBean("mintmark.products")).isInstanceOf(Sequence.class);
    assertThat(BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                application.getBeanFactory(), KeyGenerator.class, "orders")
            .name())
        .isEqualTo("orders");
  }

  @Test
  void close_anotherContext_endsOnlyItsGenerators() {
    ConfigurableApplicationContext other = SpringApplication.run(
        Shop.class,
        "--spring.main.banner-mode=off",
        "--spring.datasource.generate-unique-name=true",
        "--spring.jpa.hibernate.ddl-auto=create-drop",
        "--spring.jmx.enabled=false",
        "--mintmark.store=memory:",
        "--mintmark.generators.users.type=snowflake",
        "--mintmark.generators.products.type=sequence",
        "--mintmark.generators.orders.type=sequence",
        "--mintmark.generators.orders.table=t_order");
    SnowflakeGenerator users = other.getBean(SnowflakeGenerator.class);
    assertThat(users.next()).isPositive();
    other.close();
    assertThatThrownBy(users::next).isInstanceOf(ClosedException.class);
    assertThat(application.getBean(SnowflakeGenerator.class).next()).isPositive();
  }
}
