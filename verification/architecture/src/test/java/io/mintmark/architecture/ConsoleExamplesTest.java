package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the pages' examples of the command line. Each block starts without a store, with the page's
 * first YAML as {@code mintmark.yaml}. The output is compared except for the parts that differ each
 * time.
 */
@Tag("long")
final class ConsoleExamplesTest {

  private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ (.*)\n((?:(?!\\$ ).*\n)*)");

  /**
   * Matches text that differs each time: a line that is one id with a time, today's date, or the
   * days left until another date.
   */
  private static final Pattern NEW_EACH_TIME = Pattern.compile("(?m)^[0-9a-f][0-9a-f-]{14,}$"
      + "|^[A-Z]{2}[0-9]{30}$|\\b20\\d\\d[01]\\d[0-3]\\d\\b|^  days-left .*$");

  @TempDir
  private static Path folder;

  private static Launcher launcher;

  @BeforeAll
  static void startLauncher() throws IOException {
    launcher = Launcher.start(folder.resolve("mintmark"), folder, folder.resolve("data"));
  }

  @AfterAll
  static void endLauncher() {
    launcher.close();
  }

  @TestFactory
  Stream<DynamicTest> consoleBlocks_ofAllPages_printTheOutputShown() throws IOException {
    // A translated page has the same blocks. Equal blocks are run once.
    Map<List<Object>, Block> examples = new LinkedHashMap<>();
    for (Block block : Pages.blocks("console")) {
      examples.putIfAbsent(List.of(block.code(), configuration(block.page())), block);
    }

    assertThat(examples).as("examples for the shell").isNotEmpty();
    return examples.values().stream()
        .map(block -> DynamicTest.dynamicTest(block.toString(), () -> {
          deleteStore();
          writeConfiguration(block.page());
          for (MatchResult command : COMMAND.matcher(block.code()).results().toList()) {
            assertThat(Pages.masked(NEW_EACH_TIME, run(command.group(1))))
                .as("%s: %s", block, command.group(1))
                .isEqualTo(Pages.masked(NEW_EACH_TIME, command.group(2)));
          }
        }));
  }

  /** Deletes the store in this user's data directory, so that the next command finds none. */
  private static void deleteStore() throws IOException {
    Path store = folder.resolve("data/mintmark");
    if (Files.exists(store)) {
      try (Stream<Path> files = Files.list(store)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void writeConfiguration(Path page) throws IOException {
    Path file = folder.resolve("mintmark.yaml");
    Files.deleteIfExists(file);
    Optional<String> yaml = configuration(page);
    if (yaml.isPresent()) {
      Files.writeString(file, yaml.get());
    }
  }

  private static Optional<String> configuration(Path page) {
    return Pages.blocks(page)
        .filter(block -> block.language().equals("yaml"))
        .findFirst()
        .map(Block::code);
  }

  private static String run(String command) throws IOException, InterruptedException {
    return ToolRun.of(new ProcessBuilder("sh", "-c", command).directory(folder.toFile()), "")
        .output();
  }
}
