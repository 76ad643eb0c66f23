package io.mintmark.architecture;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the information about each artifact that a repository shows, and the list of released
 * modules.
 */
final class PublishedPomsTest {

  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(mintmark-[\\w-]+)</artifactId>");

  /**
   * Found by its indentation. The artifacts of the parent and of dependencies are indented further.
   */
  private static final Pattern OWN_ARTIFACT = Pattern.compile("\n  " + ARTIFACT);

  private static final Pattern HEAD = Pattern.compile(
      "\n  <name>Mintmark(?:: [^<]+)?</name>\n  <description>([A-Z][^<]*\\.)</description>\n");
  private static final int MOST_OF_A_SENTENCE = 170;

  private static final Map<String, String> POMS = poms();

  /** Returns the text of each module's POM, by the module's folder. */
  private static Map<String, String> poms() {
    return Stream.concat(Stream.of("."), Codebase.MODULES.stream())
        .collect(toMap(
            module -> module,
            module -> Codebase.read(Codebase.ROOT.resolve(module).resolve("pom.xml"))));
  }

  private static Map<String, String> published() {
    return POMS.entrySet().stream()
        .filter(pom -> !pom.getValue().contains("<maven.deploy.skip>true</maven.deploy.skip>"))
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  @Test
  void publishedModules_matchTheBom() {
    Set<String> published = published().values().stream()
        .map(pom -> all(OWN_ARTIFACT, pom).get(0))
        .filter(name -> !Set.of("mintmark-parent", "mintmark-bom").contains(name))
        .collect(toSet());
    List<String> bom = all(ARTIFACT, POMS.getOrDefault("bom", ""));

    assertThat(bom.subList(1, bom.size())).containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void publishedModules_haveANameAndOneSentenceOfTheirOwn() {
    List<String> sentences =
        published().values().stream().flatMap(pom -> all(HEAD, pom).stream()).toList();

    assertThat(published()).allSatisfy((module, pom) -> assertThat(pom).containsPattern(HEAD));
    assertThat(sentences)
        .doesNotHaveDuplicates()
        .allSatisfy(sentence ->
            assertThat(sentence).doesNotContain(". ", "\n").hasSizeLessThan(MOST_OF_A_SENTENCE));
  }

  @Test
  void pomsWithoutAParent_haveLicenceAndDevelopers() {
    assertThat(POMS.entrySet().stream().filter(pom -> !pom.getValue().contains("<parent>")))
        .hasSize(2)
        .allSatisfy(
            pom -> assertThat(pom.getValue()).contains("<name>Apache-2.0</name>", "<developers>"));
  }
}
