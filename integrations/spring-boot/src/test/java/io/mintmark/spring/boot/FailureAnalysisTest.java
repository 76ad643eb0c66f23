package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.key.KeyGenerator;
import io.mintmark.sequence.Sequence;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests the output of an application that does not start. */
class FailureAnalysisTest {

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(MintmarkAutoConfiguration.class)
  static class Shop {}

  @Configuration(proxyBeanMethods = false)
  static class Misspelt {

    @Bean
    String invoice(@Qualifier("ordres") KeyGenerator orders) {
      return orders.next();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OfAnotherType {

    @Bean
    String tail(@Qualifier("orders") Sequence orders) {
      return String.valueOf(orders.next());
    }
  }

  private static void start(Class<?> more, String... properties) {
    SpringApplication application = new SpringApplication(Shop.class, more);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setDefaultProperties(Map.of("mintmark.store", "memory:"));
    application
        .run(Arrays.stream(properties).map("--"::concat).toArray(String[]::new))
        .close();
  }

  /**
   * Returns the output of a failing start. In one major version, Spring Boot's own capture needs a
   * newer JUnit.
   */
  private static String printed(Class<?> more, String... properties) {
    PrintStream before = System.out;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      assertThatThrownBy(() -> start(more, properties)).isInstanceOf(Exception.class);
    } finally {
      System.setOut(before);
    }
    String output = captured.toString(StandardCharsets.UTF_8);
    assertThat(output).contains("APPLICATION FAILED TO START").doesNotContain("\tat io.mintmark");
    return output;
  }

  @Test
  void start_wrongSettings_reportsEachWithItsProperty() {
    assertThat(printed(
            Shop.class,
            "mintmark.generators.orders.type=key",
            "mintmark.generators.orders.formt={seq:4}",
            "mintmark.generators.users.type=snowflakes",
            "mintmark.generators.tail.type=sequence",
            "mintmark.generators.tail.maxAhead=1s",
            "mintmark.generators.tail.cycle=9..1"))
        .contains("mintmark.generators.orders.formt (\"mintmark.generators.orders.formt\" from"
            + " property source \"commandLineArgs\"): no such setting; did you mean format?")
        .contains("mintmark.generators.orders.format: the keys have no format")
        .contains("no such type; did you mean snowflake?: type=snowflakes")
        .contains("mintmark.generators.tail.maxAhead")
        .contains("not a range such as 1..99, both ends included, lowest first: cycle=9..1")
        .doesNotContain("docs/");
  }

  @Test
  void start_conflictingSettings_namesTheGenerator() {
    assertThat(printed(
            Shop.class,
            "mintmark.generators.tail.type=sequence",
            "mintmark.generators.tail.start=5",
            "mintmark.generators.tail.maximum=4"))
        .contains("- mintmark.generators.tail: ")
        .contains("maximum=4");
  }

  @Test
  void start_unknownGenerator_listsTheConfigured() {
    assertThat(printed(
            Misspelt.class,
            "mintmark.generators.orders.type=key",
            "mintmark.generators.orders.format={seq:4}"))
        .contains(
            "no configured generator fits here:" + " wanted=@Qualifier(\"ordres\") KeyGenerator")
        .contains("configured=[orders (KeyGenerator)]")
        .contains("mintmark.generators");
  }

  @Test
  void start_generatorOfAnotherType_showsItsType() {
    assertThat(printed(
            OfAnotherType.class,
            "mintmark.generators.orders.type=key",
            "mintmark.generators.orders.format={seq:4}"))
        .contains("wanted=@Qualifier(\"orders\") Sequence")
        .contains("configured=[orders (KeyGenerator)]");
  }

  @Test
  void start_unknownStore_namesTheArtifact() {
    assertThat(printed(Shop.class, "mintmark.store=zookeeper://127.0.0.1/"))
        .contains("Mintmark's own would be io.mintmark:mintmark-store-zookeeper");
  }
}
