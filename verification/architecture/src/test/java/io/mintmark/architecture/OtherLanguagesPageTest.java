package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.rigs.ToolRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executes the first page for other languages. It starts a server with its defaults, and runs each
 * program. The program must print the text below it, except for ids, which differ each time.
 */
@Tag("long")
final class OtherLanguagesPageTest {

  private static final Path PAGE = Codebase.ROOT.resolve("docs/start/other-languages.md");
  private static final Pattern NEW_EACH_TIME = Pattern.compile("\\d{15,}");

  private static final Map<String, List<String>> PROGRAMS = Map.of(
      "sh", List.of("sh", "-eu", "client.sh"),
      "python", List.of("python3", "client.py"),
      "javascript", List.of("node", "client.mjs"));

  @Test
  void programs_onADefaultServer_printTheOutputOnThePage(@TempDir Path root) throws Exception {
    ToolRun.assumeAreThere("curl", "redis-cli", "python3", "node");
    // ConsoleExamplesTest runs the blocks of the command line.
    List<Block> blocks =
        Pages.blocks(PAGE).filter(block -> !block.language().equals("console")).toList();
    assertThat(blocks.get(0).code()).isEqualTo("./mintmark serve\n");
    assertThat(blocks).hasSize(7);
    try (ExampleHost host = new ExampleHost(root)) {
      host.serveWithDefaults();
      for (int i = 1; i < blocks.size(); i += 2) {
        Block program = blocks.get(i);
        List<String> command = Objects.requireNonNull(PROGRAMS.get(program.language()));
        host.write(command.get(command.size() - 1), program.code());

        ToolRun run = host.run(command.toArray(String[]::new));

        assertThat(blocks.get(i + 1).language()).isEqualTo("text");
        assertThat(Pages.masked(NEW_EACH_TIME, run.output()))
            .as("%s", program)
            .isEqualTo(Pages.masked(NEW_EACH_TIME, blocks.get(i + 1).code()));
      }
    }
  }
}
