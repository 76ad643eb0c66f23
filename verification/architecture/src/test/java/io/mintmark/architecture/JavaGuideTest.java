package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.rigs.ToolRun;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the Java that a new user reads first, and compares what it prints with what the pages say:
 * with the block of text right below it, else with the comments behind its calls of println. What
 * is new each time is compared by its form.
 */
@Tag("long")
final class JavaGuideTest {

  private static final List<String> PAGES = List.of(
      "README.md",
      "docs/start/java.md",
      "docs/guides/java.md",
      "docs/guides/java-deployment.md",
      "docs/guides/keys.md",
      "docs/guides/routing.md",
      "docs/guides/testing.md");

  private static final Pattern PRINTED =
      Pattern.compile("println\\((?:[^;]|\n)*?\\)[);]*(?: *// (.*))?\n");

  private static final Pattern NEW_EACH_TIME = Pattern.compile(
      "\\d{15,}|\\b[0-9a-f]{24}\\b|\\b20\\d{6}\\b|\\b\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  @TempDir
  private static Path folder;

  @TestFactory
  Stream<DynamicTest> javaBlocks_ofTheGuides_printWhatTheyShow() throws Exception {
    List<Block> examples = PAGES.stream()
        .flatMap(page -> Pages.blocks(House.ROOT.resolve(page)))
        .filter(block -> block.language().equals("java"))
        .toList();
    assertThat(examples).hasSizeGreaterThan(10);
    new JavaExamples(examples, folder);
    List<String> command = new ArrayList<>(List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-cp",
        folder + File.pathSeparator + System.getProperty("java.class.path"),
        JavaExamples.class.getName()));
    IntStream.range(0, examples.size())
        .mapToObj(i -> JavaExamples.className(examples.get(i), i))
        .forEach(command::add);
    ToolRun run = ToolRun.of(new ProcessBuilder(command).directory(folder.toFile()), "");
    assertThat(run.exitValue()).as("%s%n%s", run.output(), run.errors()).isZero();
    List<String> outputs = Stream.of(run.output().split(JavaExamples.MARK + ".*\n"))
        .skip(1)
        .map(output -> Pages.masked(NEW_EACH_TIME, output))
        .toList();
    return IntStream.range(0, examples.size())
        .mapToObj(i -> DynamicTest.dynamicTest(
            examples.get(i).toString(), () -> compare(examples.get(i), outputs.get(i))));
  }

  private static void compare(Block example, String output) {
    Optional<String> shown = Pages.blocks(example.page())
        .filter(next -> next.language().equals("text"))
        .filter(next -> next.line() == example.line() + example.code().lines().count() + 3)
        .map(Block::code)
        .findFirst();
    if (shown.isPresent()) {
      assertThat(output).isEqualTo(Pages.masked(NEW_EACH_TIME, shown.get()));
      return;
    }
    List<MatchResult> printed = PRINTED.matcher(example.code()).results().toList();
    List<String> lines = output.lines().toList();
    if (printed.stream().anyMatch(call -> call.group(1) != null)) {
      assertThat(lines).hasSameSizeAs(printed);
    }
    for (int i = 0; i < printed.size(); i++) {
      if (printed.get(i).group(1) != null) {
        assertThat(lines.get(i))
            .isEqualTo(Pages.masked(NEW_EACH_TIME, printed.get(i).group(1)));
      }
    }
  }
}
