package io.mintmark.spring.boot;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.Generator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;

/** Starts an application with the properties of each page, exactly as a reader would paste them. */
class FrameworkPagesTest {

  private static final Pattern PROPERTIES =
      Pattern.compile("(?ms)^```yaml\n# application\\.yml\n(.*?)^```$");

  /** Matches a generator's name, or its table, in the code of a page. */
  private static final Pattern NAMED =
      Pattern.compile("@(?:MintmarkId|Qualifier|TableName)\\((?:value = )?\"([a-z]\\w*)\"");

  private static final Pattern TABLE = Pattern.compile("\\btable: (\\w+)");

  /**
   * Matches a generator in Mintmark's own configuration file, which another section of a page
   * shows.
   */
  private static final Pattern IN_FILE = Pattern.compile("(?m)^  (\\w+): \\{type: ");

  @TempDir
  private Path folder;

  @TestFactory
  List<DynamicTest> propertiesOfEachPage_configureTheGeneratorsInItsCode() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../../docs"))) {
      List<Path> pages = files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(page -> PROPERTIES.matcher(text(page)).find())
          .toList();

      assertThat(pages).hasSizeGreaterThan(5);
      return pages.stream()
          .map(page -> DynamicTest.dynamicTest(page.toString(), () -> check(text(page))))
          .toList();
    }
  }

  private void check(String page) throws IOException {
    Matcher properties = PROPERTIES.matcher(page);
    assertThat(properties.find()).isTrue();
    Path file = Files.writeString(folder.resolve("application.yml"), properties.group(1));
    Boot.plain()
        .withInitializer(new ConfigDataApplicationContextInitializer())
        .withPropertyValues("spring.config.location=file:" + file, "mintmark.store=memory:")
        .run(context -> {
          assertThat(context).hasNotFailed();
          Set<String> configured = found(TABLE, properties.group(1));
          configured.addAll(found(IN_FILE, page));
          configured.addAll(context.getBeansOfType(Generator.class).keySet());
          assertThat(configured).containsAll(found(NAMED, page));
        });
  }

  private static Set<String> found(Pattern names, String text) {
    return names.matcher(text).results().map(found -> found.group(1)).collect(toSet());
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
