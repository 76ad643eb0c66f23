package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ChildJvm;
import io.mintmark.store.mongodb.MongoStore;
import io.mintmark.store.redis.RedisStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Tests the input of native images: generated code for the beans, and hints. No image is built. */
@Tag("long")
class AheadOfTimeTest {

  private static final List<String> SETTINGS = List.of(
      "--spring.main.banner-mode=off",
      "--spring.docker.compose.enabled=false",
      "--mintmark.store=memory:",
      "--mintmark.generators.users.type=snowflake",
      "--mintmark.generators.invoices.type=key",
      "--mintmark.generators.invoices.format=INV-{seq:6}");

  private static String lastOf(ChildJvm child, String beginning) {
    String line = child.hear();
    while (!line.startsWith(beginning)) {
      line = child.hear();
    }
    return line;
  }

  @Test
  void application_processedAheadOfTime_makesIds(@TempDir Path output) throws Exception {
    String[] build =
        Stream.concat(Stream.of(output.toString()), SETTINGS.stream()).toArray(String[]::new);
    try (ChildJvm child = ChildJvm.of(ProcessedApplication.Build.class, build).start()) {
      assertThat(lastOf(child, "compiled: ")).isEqualTo("compiled: 0");
    }
    try (Stream<Path> files = Files.walk(output)) {
      assertThat(files.map(Path::getFileName).map(Path::toString))
          .contains("ProcessedApplication__ApplicationContextInitializer.class");
    }
    try (ChildJvm child = ChildJvm.of(ProcessedApplication.class, SETTINGS.toArray(String[]::new))
        .options("-Dspring.aot.enabled=true")
        .with(process -> addToClassPath(process.command(), output.resolve("classes")))
        .start()) {
      assertThat(lastOf(child, "ready: "))
          .matches("ready: processed=true, user=\\d+, invoice=INV-000001");
    }
  }

  private static void addToClassPath(List<String> command, Path classes) {
    int place = command.indexOf("-cp") + 1;
    command.set(place, classes + ":" + command.get(place));
  }

  @Test
  void hints_storesOnApplicationClients_areRegistered() {
    RuntimeHints hints = new RuntimeHints();
    new MintmarkRuntimeHints().registerHints(hints, getClass().getClassLoader());
    assertThat(List.of(RedisStore.class, MongoStore.class, LettuceConnectionFactory.class))
        .allSatisfy(
            type -> assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(hints));
  }
}
