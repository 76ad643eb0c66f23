package io.mintmark.architecture;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.architecture.Pages.Block;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the statements of pages and packages: their code compiles, and everything that they name
 * exists.
 */
final class DocsTest {

  private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|Contract))`");
  private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");
  private static final Pattern COORDINATES = Pattern.compile("io\\.mintmark:(mintmark-[\\w-]*\\w)");
  private static final Pattern SHOWN_PACKAGE =
      Pattern.compile("(?:core|config|gapless|testkit|stores/\\w+|integrations/[\\w-]+)"
          + "/src/main/java/(?!.*/internal/).*/package-info\\.java");

  /** Matches the packages above, each of which has an example, and the types of core. */
  private static final Pattern EXAMPLES = Pattern.compile(
      SHOWN_PACKAGE.pattern() + "|core/src/main/java/(?!.*/(?:internal|error|opaque)/).*\\.java");

  private static final Pattern DEPENDENCY = Pattern.compile("<groupId>io\\.mintmark</groupId>\\s*"
      + "<artifactId>(.*?)</artifactId>(?:\\s*<version>(.*?)</version>)?");

  /** Matches several words of a message, in italics. */
  private static final Pattern QUOTED = Pattern.compile("(?<!\\*)\\*([a-z]+ [^*|\n]+)\\*(?!\\*)");

  /** Matches the place where a split string literal continues in its next part. */
  private static final Pattern BREAK = Pattern.compile("\"\\s*\\+\\s*\"");

  @TestFactory
  Stream<DynamicTest> examplesInJava_ofAllPagesAndPackages_compile(@TempDir Path output) {
    List<Block> examples = Stream.concat(
            Pages.blocks("java").stream(),
            Codebase.javaSources().stream()
                .filter(file -> EXAMPLES.matcher(Codebase.name(file)).matches())
                .flatMap(Pages::javadocExamples))
        .toList();

    assertThat(examples).as("examples in Java").isNotEmpty();
    JavaExamples compiled = new JavaExamples(examples, output);
    return IntStream.range(0, examples.size())
        .mapToObj(i -> DynamicTest.dynamicTest(
            examples.get(i).toString(),
            () -> assertThat(compiled.errors(i)).as("%s", examples.get(i)).isEmpty()));
  }

  @Test
  void packages_ofTheJavadocSite_haveAnExample() {
    assertThat(documentedPackages())
        .hasSizeGreaterThan(20)
        .allSatisfy(file ->
            assertThat(Pages.javadocExamples(file)).as(Codebase.name(file)).isNotEmpty());
  }

  /** Returns the sources of the packages that docs/javadoc/build documents. */
  private static List<Path> documentedPackages() {
    return Codebase.javaSources().stream()
        .filter(file -> SHOWN_PACKAGE.matcher(Codebase.name(file)).matches())
        .toList();
  }

  @Test
  void coordinates_ofAllPages_areInTheBom() {
    String bom = Codebase.read(Codebase.ROOT.resolve("bom/pom.xml"));

    assertThat(Codebase.pages().stream()
            .flatMap(page -> COORDINATES.matcher(Codebase.read(page)).results())
            .map(named -> named.group(1)))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(
                name.equals("mintmark-bom") || bom.contains("<artifactId>" + name + "<"))
            .as(name)
            .isTrue());
  }

  @Test
  void mavenBlocks_ofAllPages_nameArtifactsOfTheBom() {
    List<MatchResult> named = Pages.blocks("xml").stream()
        .flatMap(block -> DEPENDENCY.matcher(block.code()).results())
        .toList();
    String bom = Codebase.read(Codebase.ROOT.resolve("bom/pom.xml"));
    Matcher version = VERSION.matcher(bom);

    assertThat(version.find()).isTrue();
    assertThat(named).isNotEmpty();
    assertThat(named).allSatisfy(dependency -> {
      assertThat(bom).contains("<artifactId>" + dependency.group(1) + "</artifactId>");
      assertThat(dependency.group(2)).isIn(null, version.group(1));
    });
  }

  @Test
  void modules_ofTheBuild_areInTheDiagramAndTheList() {
    String picture = Codebase.read(Codebase.ROOT.resolve("docs/pictures/modules.svg"));
    String list = Codebase.read(Codebase.ROOT.resolve("docs/ARCHITECTURE.md"));
    assertThat(Codebase.MODULES).isNotEmpty().allSatisfy(module -> {
      String last = module.substring(module.lastIndexOf('/') + 1);
      assertThat(list).contains("\n    " + module + " ");
      assertThat(module.equals("bom") || picture.contains(last)).as(module).isTrue();
    });
  }

  @Test
  void tests_namedInPages_exist() {
    Set<String> sources = Codebase.javaSources().stream()
        .map(file -> file.getFileName().toString())
        .collect(toSet());

    assertThat(Codebase.pages().stream()
            .flatMap(page -> TEST.matcher(Codebase.read(page)).results())
            .map(named -> named.group(1)))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(sources).contains(name + ".java"));
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"troubleshooting.md", "alerts.md"})
  void messages_quotedForOperators_existInTheProgram(String page) {
    String sources = Codebase.javaSources().stream()
        .filter(file -> Codebase.name(file).contains("src/main/"))
        .map(file -> BREAK.matcher(Codebase.read(file)).replaceAll(""))
        .collect(joining());

    assertThat(QUOTED
            .matcher(Codebase.read(Codebase.ROOT.resolve("docs/operations").resolve(page)))
            .results()
            .map(quoted -> quoted.group(1)))
        .isNotEmpty()
        .allSatisfy(text -> assertThat(sources.contains(text)).as(text).isTrue());
  }
}
