package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.uuid.UuidGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.filter.AssignableTypeFilter;

/** Tests the beans of generators. */
class GeneratorBeansTest {

  private static final String FORMAT =
      "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";

  private final ApplicationContextRunner application = Boot.plain()
      .withPropertyValues(
          "mintmark.store=memory:",
          "mintmark.generators.users.type=snowflake",
          "mintmark.generators.users.epoch=2024-01-01T00:00:00Z",
          "mintmark.generators.orders.type=key",
          "mintmark.generators.orders.format=" + FORMAT,
          "mintmark.generators.orders.version=1",
          "mintmark.generators.orders.shards.databases=4",
          "mintmark.generators.orders.shards.tables-per-database=2",
          "mintmark.generators.tail.type=sequence",
          "mintmark.generators.tail.cycle=1..99",
          "mintmark.generators.tickets.type=snowflake",
          "mintmark.generators.tickets.prefix=ticket",
          "mintmark.generators.tickets.check-digit=true",
          "mintmark.generators.events.type=uuid",
          "mintmark.generators.documents.type=objectid");

  /** Injects generators like an application. */
  record Shop(
      SnowflakeGenerator onlyOneOfItsType,
      @Qualifier("orders") KeyGenerator orders,
      @Qualifier("tail") Sequence tail) {}

  @Configuration(proxyBeanMethods = false)
  static class ShopConfiguration {

    @Bean
    Shop shop(
        SnowflakeGenerator users,
        @Qualifier("orders") KeyGenerator orders,
        @Qualifier("tail") Sequence tail) {
      return new Shop(users, orders, tail);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OrdersOfItsOwn {

    @Bean
    List<String> orders() {
      return List.of("the application's");
    }
  }

  /**
   * Runs after Mintmark's auto-configuration, like the auto-configuration that registers
   * repositories.
   */
  @AutoConfiguration
  @AutoConfigureOrder(1)
  static class UsersOfALibrary {

    @Bean
    List<String> users() {
      return List.of("the library's");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OrdersOfAScanner {

    /** Like the scanner of MyBatis, runs after all configuration classes were read. */
    @Bean
    static BeanDefinitionRegistryPostProcessor scanner() {
      return registry -> {
        ClassPathBeanDefinitionScanner scanner =
            new ClassPathBeanDefinitionScanner(registry, false);
        scanner.addIncludeFilter(new AssignableTypeFilter(Orders.class));
        scanner.setBeanNameGenerator((definition, beans) -> "orders");
        assertThat(scanner.scan(Orders.class.getPackageName())).isEqualTo(1);
      };
    }
  }

  static class Orders {}

  @Configuration(proxyBeanMethods = false)
  static class MintmarkOfItsOwn {

    @Bean
    Mintmark own() {
      return Mintmark.open("memory:");
    }
  }

  @Test
  void boot_ofThisRun_isTheExpectedVersion() {
    String version = SpringBootVersion.getVersion();
    assertThat(System.getProperty("spring-boot.expected", version)).isEqualTo(version);
  }

  @Test
  void generators_configured_areInjectedByTypeAndName() {
    application.withUserConfiguration(ShopConfiguration.class).run(context -> {
      Shop shop = context.getBean(Shop.class);
      assertThat(shop.onlyOneOfItsType().next()).isPositive();
      assertThat(shop.onlyOneOfItsType().layout().epoch()).hasToString("2024-01-01T00:00:00Z");
      assertThat(shop.orders().nextFor("user-42")).startsWith("OD").hasSize(32);
      assertThat(shop.tail().next()).isEqualTo(1);
      assertThat(context.getBean("events", UuidGenerator.class).next().version())
          .isEqualTo(7);
      assertThat(context.getBean("documents", ObjectIdGenerator.class).next()).isNotNull();
      assertThat(context.getBean("tickets", PrefixedIds.class).next())
          .matches("ticket_\\d{18,19}[0-9a-z]");
    });
  }

  @Test
  void generators_fromMintmarkByName_areTheBeans() {
    application.run(context -> {
      Mintmark mint = context.getBean(Mintmark.class);
      assertThat(mint.generators())
          .extracting(Generator::name)
          .containsExactlyInAnyOrder("users", "orders", "tail", "tickets", "events", "documents");
      assertThat(context.getBean("orders")).isSameAs(mint.keys("orders"));
    });
  }

  @Test
  void generator_nameOfAnApplicationBean_isFoundByQualifier() {
    application
        .withUserConfiguration(OrdersOfItsOwn.class, ShopConfiguration.class)
        .run(context -> {
          assertThat(context.getBean("orders")).isEqualTo(List.of("the application's"));
          assertThat(context.getBean(Shop.class).orders().name()).isEqualTo("orders");
          assertThat(context.getBean("mintmark.orders")).isInstanceOf(KeyGenerator.class);
        });
  }

  @Test
  void generator_nameOfAnAutoConfigurationBean_doesNotOverrideIt() {
    application
        .withConfiguration(AutoConfigurations.of(UsersOfALibrary.class))
        .withUserConfiguration(ShopConfiguration.class)
        .run(context -> {
          assertThat(context.getBean("users")).isEqualTo(List.of("the library's"));
          assertThat(context.getBean(Shop.class).onlyOneOfItsType().name()).isEqualTo("users");
        });
  }

  @Test
  void generator_nameOfAScannedBean_doesNotOverrideIt() {
    application
        .withUserConfiguration(OrdersOfAScanner.class, ShopConfiguration.class)
        .run(context -> {
          assertThat(context.getBean("orders")).isInstanceOf(Orders.class);
          assertThat(context.getBean(Shop.class).orders().name()).isEqualTo("orders");
        });
  }

  @Test
  void settings_camelCaseAndUpperCase_areEquivalent() {
    application
        .withPropertyValues(
            "mintmark.generators.users.clockTolerance=2m",
            "mintmark.generators.users.maxAhead=3s",
            "mintmark.generators.rows.type=sequence")
        .withSystemProperties("mintmark.generators.rows.segmentDuration=20s")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void generators_ofAFileAndProperties_areBeans(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("mintmark.yaml"), """
        store: "memory:"
        generators:
          invoices: {type: key, format: "INV-{time:yyyyMMdd}-{seq:6}", zone: Europe/Berlin}
        """);
    application.withPropertyValues("mintmark.config=" + file).run(context -> {
      assertThat(context.getBean("invoices", KeyGenerator.class).next()).endsWith("-000001");
      assertThat(context.getBean("users", SnowflakeGenerator.class)).isNotNull();
    });
  }

  @Test
  void mintmark_ofTheApplication_replacesTheAutoConfigured() {
    application.withUserConfiguration(MintmarkOfItsOwn.class).run(context -> {
      assertThat(context).hasSingleBean(Mintmark.class);
      assertThat(context).doesNotHaveBean("users");
    });
  }

  @Test
  void store_memory_isSeparateForEachContext() {
    application.run(first -> {
      assertThat(first.getBean("tail", Sequence.class).next()).isEqualTo(1);
      application.run(
          second -> assertThat(second.getBean("tail", Sequence.class).next()).isEqualTo(1));
    });
  }
}
