package io.mintmark.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.mintmark.rigs.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What GraalVM's native images are told of each module, and what they would carry if classes were
 * initialised while an image is built. No image is built here.
 */
final class NativeImageTest {

  private static final Pattern MODULE = Pattern.compile("<module>(.+?)</module>");
  private static final Pattern OURS = Pattern.compile("(?<=[\"=,])io\\.mintmark\\.[\\w.$]+\\b");

  @Test
  void providersOfServices_areInTheMetadataOfTheirModule() {
    List<Path> services = resources("META-INF/services/io\\.mintmark\\..*");

    assertThat(services).hasSizeGreaterThan(9).allSatisfy(service -> {
      String jar = House.name(service).replaceFirst("services/.*", "native-image/");
      List<Path> metadata = resources("META-INF/native-image/.*").stream()
          .filter(file -> House.name(file).startsWith(jar))
          .toList();
      String texts = String.join("\n", metadata.stream().map(House::read).toList());
      assertThat(texts).contains("\\\\QMETA-INF/services/" + service.getFileName() + "\\\\E");
      assertThat(named(texts)).containsAll(House.read(service).lines().toList());
    });
  }

  @Test
  void classesInTheMetadata_exist() {
    assertThat(resources("META-INF/native-image/.*\\.(json|properties)"))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(named(House.read(file))).allMatch(House.CLASSES::contain));
  }

  /** All copies of an image that carries drawn bits would make the same ids. */
  @Test
  void classesThatAreInitialised_drawNoRandomBits_exceptThoseInitialisedAtRunTime() {
    Set<String> atRunTime =
        named(House.read(resources("META-INF/native-image/.*\\.properties").get(0)));
    List<String> others = House.CLASSES.stream()
        .filter(House.in(
            "core|inspect|opaque|config|moving|gapless|json|service|(stores|integrations)/.+"))
        .map(JavaClass::getName)
        .filter(name -> !atRunTime.contains(name))
        .toList();

    try (ChildJvm child = ChildJvm.of(InitialisedClasses.class).start()) {
      assertThat(others).hasSizeGreaterThan(300);
      assertThat(others.stream().filter(name -> draws(child, name))).isEmpty();
      assertThat(atRunTime).anyMatch(name -> draws(child, name));
    }
  }

  private static boolean draws(ChildJvm child, String name) {
    child.tell(name);
    return child.hear().equals(InitialisedClasses.DREW);
  }

  private static Set<String> named(String text) {
    return OURS.matcher(text)
        .results()
        .map(found -> found.group())
        .collect(toCollection(TreeSet::new));
  }

  /** Main resources of all modules whose path in the jar matches. */
  private static List<Path> resources(String path) {
    return MODULE
        .matcher(House.read(House.ROOT.resolve("pom.xml")))
        .results()
        .map(module -> House.ROOT.resolve(module.group(1)).resolve("src/main/resources"))
        .filter(Files::exists)
        .flatMap(folder -> files(folder)
            .filter(
                file -> folder.relativize(file).toString().replace('\\', '/').matches(path)))
        .toList();
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
