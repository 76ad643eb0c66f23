package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.sequence.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Tests the refusal of ambiguous values. Spring reads its files as YAML 1.1, and Mintmark reads its
 * own file as YAML 1.2.
 */
class YamlSettingsTest {

  @TempDir
  private Path directory;

  private ApplicationContextRunner application(String yaml) {
    try {
      Files.writeString(directory.resolve("application.yml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Boot.plain()
        .withInitializer(new ConfigDataApplicationContextInitializer())
        .withPropertyValues("spring.config.location=file:" + directory + "/");
  }

  private void isRefused(String yaml, String property, String written) {
    application(yaml)
        .run(context -> assertThat(context)
            .getFailure()
            .hasMessageContaining(property + " (")
            .hasMessageContaining("versions of YAML read the value differently; put it in quotes")
            .hasMessageContaining("written=" + written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "010", "1_000", "0x10", "0b11", "0o17", "1:30", "+5", "-0", "08", "1e3", "1.50", ".5",
        "yes", "No", "ON", "off", "y", "True", "FALSE", "~", "null", ".inf"
      })
  void start_ambiguousValue_failsWithItsLocation(String written) {
    isRefused(
        "mintmark:\n  store: 'memory:'\n  generators:\n    tail: {type: sequence, start: " + written
            + "}\n",
        "mintmark.generators.tail.start",
        written);
  }

  @Test
  void start_ambiguousKey_isRefused() {
    isRefused(
        "mintmark:\n  store: 'memory:'\n  generators:\n    on: {type: sequence}\n",
        "mintmark.generators[true].type",
        "on");
  }

  @Test
  void start_ambiguousTimeoutInASecondDocument_isRefused() {
    isRefused(
        "mintmark:\n  store: 'memory:'\n---\nmintmark:\n  claim-timeout: 1:30\n",
        "mintmark.claim-timeout",
        "1:30");
  }

  @Test
  void start_valueFromAnAnchor_throws() {
    isRefused("""
        first: &first 010
        mintmark:
          store: 'memory:'
          generators:
            tail: {type: sequence, start: *first}
        """, "mintmark.generators.tail.start", "010");
  }

  @Test
  void start_ambiguousSettingOfHibernate_isRefused() {
    isRefused("""
        mintmark:
          store: 'memory:'
        spring.jpa.properties.hibernate.mintmark:
          generators: {tail: {type: sequence, start: 010}}
        """, "spring.jpa.properties.hibernate.mintmark.generators.tail.start", "010");
  }

  @Test
  void start_ambiguousAndWrongSettings_failInOneMessage() {
    application("mintmark:\n  generators:\n    tail: {type: sequence, start: 010, cylce: 1..9}\n")
        .run(context -> assertThat(context)
            .getFailure()
            .hasMessageContaining("written=010")
            .hasMessageContaining("no such setting; did you mean cycle?"));
  }

  @Test
  void start_quotedOrPlainDecimal_isUnchanged() {
    application("""
            mintmark:
              store: 'memory:'
              generators:
                quoted: {type: sequence, start: "12", strict: true}
                decimal: {type: sequence, start: 10, strict: true, description: "on"}
            """).run(context -> {
      assertThat(context.getBean("quoted", Sequence.class).next()).isEqualTo(12);
      assertThat(context.getBean("decimal", Sequence.class).next()).isEqualTo(10);
    });
  }

  @Test
  void start_overriddenAmbiguousValue_hasNoEffect() {
    application("""
            mintmark:
              store: 'memory:'
              generators:
                tail: {type: sequence, start: 010}
            """)
        .withPropertyValues("mintmark.generators.tail.start=12")
        .run(context ->
            assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(12));
  }
}
