package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the page shows the command's output for the samples. */
final class CheckPageTest {

  private static final Path PAGE = Path.of("../../docs/guides/check.md");
  private static final Pattern SHOWN =
      Pattern.compile("```text\n\\$ mintmark check (\\S+) (.*)\n((?:(?!```).*\n)*)```");

  @Test
  @Tag("long")
  void examples_ofThePage_printTheShownOutput() throws Exception {
    List<MatchResult> examples = SHOWN.matcher(Files.readString(PAGE)).results().toList();

    assertThat(examples).hasSizeGreaterThanOrEqualTo(5);
    for (MatchResult example : examples) {
      String file = Path.of(
              Objects.requireNonNull(CheckPageTest.class.getResource("ids/" + example.group(1)))
                  .toURI())
          .toString();
      String[] args = Stream.concat(
              Stream.of("check", file), Stream.of(example.group(2).split(" ", -1)))
          .toArray(String[]::new);
      Run run = Run.of(args);
      assertThat(run.out()).as(example.group(1)).isEqualTo(example.group(3));
    }
  }
}
