package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks the table of commands in HACKING: each row has an existing command and its duration. */
final class HackingPageTest {

  private static final Path PAGE = Codebase.ROOT.resolve("docs/HACKING.md");

  /** Matches a row: the purpose of the command, the command, and its duration. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| [^|]+ \\| `([^`]+)` \\| ([^|]+) \\|$");

  private static final Pattern SCRIPT = Pattern.compile("(?:^|&& )([\\w./-]*/[\\w./-]+)");
  private static final Pattern MODULES = Pattern.compile("-pl ([\\w/,-]+)");
  private static final Pattern PROFILE = Pattern.compile("-P ?([\\w-]+)");
  private static final Pattern TESTS = Pattern.compile("-Dtest=([\\w,]+)");
  private static final Pattern PROPERTY = Pattern.compile("-D(mintmark\\.[\\w.]*\\w)=");

  @Test
  void rows_ofTheTable_exceedAMinimum() {
    assertThat(commands()).hasSizeGreaterThan(15);
  }

  @TestFactory
  Stream<DynamicTest> command_ofEachRow_exists() {
    String poms = everyPom();
    Set<String> classes = Codebase.javaSources().stream()
        .map(file -> file.getFileName().toString())
        .collect(Collectors.toSet());
    String sources =
        Codebase.javaSources().stream().map(Codebase::read).collect(Collectors.joining());
    return commands().stream()
        .map(command -> dynamicTest(command, () -> {
          assertThat(command).matches("(mvn|java|\\.?/?[\\w.-]+(/[\\w.-]+)*)( .*)?");
          assertThat(named(SCRIPT, command))
              .allSatisfy(script -> assertThat(Codebase.ROOT.resolve(script)).isExecutable());
          assertThat(named(MODULES, command))
              .allSatisfy(module ->
                  assertThat(Codebase.ROOT.resolve(module).resolve("pom.xml")).exists());
          assertThat(named(PROFILE, command))
              .allSatisfy(profile -> assertThat(poms).contains("<id>" + profile + "</id>"));
          assertThat(named(TESTS, command))
              .allSatisfy(test -> assertThat(classes).contains(test + ".java"));
          assertThat(named(PROPERTY, command))
              .allSatisfy(property -> assertThat(sources).contains('"' + property + '"'));
        }));
  }

  private static List<String> commands() {
    return ROW.matcher(Codebase.read(PAGE)).results().map(row -> row.group(1)).toList();
  }

  private static List<String> named(Pattern pattern, String command) {
    return pattern
        .matcher(command)
        .results()
        .map((MatchResult found) -> found.group(1))
        .flatMap(names -> Stream.of(names.split(",")))
        .toList();
  }

  private static String everyPom() {
    String root = Codebase.read(Codebase.ROOT.resolve("pom.xml"));
    return root
        + Pattern.compile("<module>(.+?)</module>")
            .matcher(root)
            .results()
            .map(module -> Codebase.ROOT.resolve(module.group(1)).resolve("pom.xml"))
            .filter(Files::exists)
            .map(Codebase::read)
            .collect(Collectors.joining());
  }
}
