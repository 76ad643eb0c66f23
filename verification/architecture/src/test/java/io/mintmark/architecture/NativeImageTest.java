package io.mintmark.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.mintmark.rigs.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks the metadata of each module for GraalVM's native images, and the state that an image would
 * contain if classes were initialised while it is built. No image is built here.
 */
@Tag("long")
final class NativeImageTest {

  private static final Pattern OURS = Pattern.compile("(?<=[\"=,])io\\.mintmark\\.[\\w.$]+\\b");

  @Test
  void providersOfServices_areInTheMetadataOfTheirModule() {
    List<Path> services = resources("META-INF/services/io\\.mintmark\\..*");

    assertThat(services).hasSizeGreaterThan(8).allSatisfy(service -> {
      String jar = Codebase.name(service).replaceFirst("services/.*", "native-image/");
      List<Path> metadata = resources("META-INF/native-image/.*").stream()
          .filter(file -> Codebase.name(file).startsWith(jar))
          .toList();
      String texts = String.join("\n", metadata.stream().map(Codebase::read).toList());
      assertThat(texts).contains("\\\\QMETA-INF/services/" + service.getFileName() + "\\\\E");
      assertThat(named(texts)).containsAll(Codebase.read(service).lines().toList());
    });
  }

  @Test
  void classesInTheMetadata_exist() {
    assertThat(resources("META-INF/native-image/.*\\.(json|properties)"))
        .isNotEmpty()
        .allSatisfy(
            file -> assertThat(named(Codebase.read(file))).allMatch(Codebase.CLASSES::contain));
  }

  /**
   * If an image contained random bits that were already drawn, all its copies would make the same
   * ids.
   */
  @Test
  void classes_initialisedAtBuildTime_drawNoRandoms() {
    Set<String> atRunTime =
        named(Codebase.read(resources("META-INF/native-image/.*\\.properties").get(0)));
    List<String> others = Codebase.CLASSES.stream()
        .filter(Codebase.in(Codebase.LIBRARY + "|(stores|integrations)/.+"))
        .map(JavaClass::getName)
        .filter(name -> !atRunTime.contains(name))
        .toList();

    // The young generation is so large that it is never collected. So all random number generators
    // that were created are still counted.
    try (ChildJvm child =
        ChildJvm.of(InitialisedClasses.class).options("-Xmn256m").start()) {
      assertThat(others).hasSizeGreaterThan(300);
      long before = randomsAfter(child, Set.of());
      assertThat(randomsAfter(child, others)).isEqualTo(before);
      assertThat(randomsAfter(child, atRunTime)).isGreaterThan(before);
    }
  }

  /** Returns how many random number generators exist after these classes are initialised. */
  private static long randomsAfter(ChildJvm child, Collection<String> classes) {
    classes.forEach(child::tell);
    child.tell("");
    return Long.parseLong(child.hear());
  }

  private static Set<String> named(String text) {
    return OURS.matcher(text)
        .results()
        .map(found -> found.group())
        .collect(toCollection(TreeSet::new));
  }

  /** Returns the main resources of all modules whose path in the jar matches a pattern. */
  private static List<Path> resources(String path) {
    return Codebase.MODULES.stream()
        .map(module -> Codebase.ROOT.resolve(module).resolve("src/main/resources"))
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
