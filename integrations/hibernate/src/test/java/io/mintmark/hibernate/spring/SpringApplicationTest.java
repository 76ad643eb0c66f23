package io.mintmark.hibernate.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.snowflake.SnowflakeGenerator;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests a Spring Boot application with a bean of type Mintmark, like the starter's bean. */
class SpringApplicationTest {

  @Configuration
  @EnableAutoConfiguration
  static class WithoutMintmark {}

  @Configuration
  @EnableAutoConfiguration
  static class Shop {

    @Bean
    Mintmark mintmark() {
      Mintmark mint = Mintmark.open("memory:");
      SnowflakeGenerator unused = mint.snowflake("products");
      return mint;
    }
  }

  @Configuration
  @EnableAutoConfiguration
  static class TwoOfThem extends Shop {

    @Bean
    Mintmark other() {
      return Mintmark.open("memory:");
    }
  }

  private static ConfigurableApplicationContext start(Class<?> application, String... settings) {
    SpringApplication spring = new SpringApplication(application);
    spring.setWebApplicationType(WebApplicationType.NONE);
    spring.setLogStartupInfo(false);
    String[] arguments = Stream.concat(
            Stream.of(
                "--spring.main.banner-mode=off",
                "--spring.datasource.generate-unique-name=true",
                "--spring.jpa.hibernate.ddl-auto=create-drop"),
            Stream.of(settings))
        .toArray(String[]::new);
    return spring.run(arguments);
  }

  @Test
  @Tag("long")
  void persist_withAMintmarkBean_hasItsIds() {
    try (ConfigurableApplicationContext context = start(Shop.class)) {
      EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
      Product product = new Product();
      try (EntityManager entities = factory.createEntityManager()) {
        entities.getTransaction().begin();
        entities.persist(product);
        entities.getTransaction().commit();
      }

      assertThat(idAfter(context.getBean(Mintmark.class))).isGreaterThan(idOf(product));
      ConfigurableListableBeanFactory beans = context.getBeanFactory();
      assertThat(beans.getDependenciesForBean("entityManagerFactory")).contains("mintmark");
    }
  }

  private static long idOf(Product product) {
    Long id = product.id;
    assertThat(id).isNotNull();
    return id == null ? 0 : id;
  }

  private static long idAfter(Mintmark mint) {
    return mint.snowflake("products").next();
  }

  @Test
  @Tag("long")
  void start_beanAndSettings_isRefused() {
    assertThatThrownBy(
            () -> start(Shop.class, "--spring.jpa.properties.hibernate.mintmark.store=memory:"))
        .hasStackTraceContaining("@MintmarkId(\"products\") on " + Product.class.getName()
            + ".id: the application has a Mintmark bean, and settings describe another one:"
            + " settings=[hibernate.mintmark.store]; remove these, or the bean");
  }

  @Test
  @Tag("long")
  void start_withoutTheBeanOrWithTwo_isRefused() {
    for (Class<?> application : List.of(WithoutMintmark.class, TwoOfThem.class)) {
      assertThatThrownBy(() -> start(application))
          .hasStackTraceContaining("no Mintmark is configured: the application does not have"
              + " exactly one bean of type io.mintmark.Mintmark");
    }
  }
}
