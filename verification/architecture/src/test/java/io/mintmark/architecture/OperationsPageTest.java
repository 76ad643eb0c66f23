package io.mintmark.architecture;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.rigs.ToolRun;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executes the pages on operations, from an empty host to a restored backup. */
@Tag("long")
final class OperationsPageTest {

  private static final Path PAGES = Codebase.ROOT.resolve("docs/operations");

  private final Set<String> done = new HashSet<>();

  /** Returns the commands under a heading. */
  static String commands(String heading) {
    String commands = shell()
        .filter(block -> block.heading().equals(heading))
        .map(Block::code)
        .collect(joining());
    assertThat(commands).as("commands under %s", heading).isNotEmpty();
    return commands;
  }

  private static Stream<Block> shell() {
    return Pages.blocks("sh").stream().filter(block -> block.page().startsWith(PAGES));
  }

  private String section(String heading) {
    done.add(heading);
    return commands(heading);
  }

  @Test
  void commands_inOrder_restoreAServerAfterALoss(@TempDir Path root) throws Exception {
    ToolRun.assumeAreThere("openssl", "curl", "redis-cli", "sqlite3");
    try (ExampleHost host = new ExampleHost(root)) {
      host.shell(section("Certificate"));
      host.shell(section("Tokens"));
      host.serve();
      String first = host.shell(section("First calls"));
      assertThat(first).contains("\"status\":\"ready\"", "{\"ids\":[\"");
      assertThat(first).endsWith("]}\n1\n");
      assertThat(host.shell(section("Ask a server")))
          .contains("invoices", "seq/tickets")
          .endsWith("\n2\n3\n4\n");
      host.shell(section("Back up"));
      assertThat(host.end()).isZero();

      String raised = host.shell(section("After restoring a backup"));
      host.serve();

      assertThat(raised)
          .contains("Nothing was changed.")
          .containsPattern("seq/tickets +[0-9]+ +10[0-9]{5}  the margin alone");
      assertThat(host.shell("""
          curl --silent --fail --cacert /etc/mintmark/ca.pem \
            -H "Authorization: Bearer $(cat shop.token)" -X POST \
            https://localhost:7600/v1/generators/tickets/next""")).contains("10000");
      assertThat(host.end()).isZero();
    }
    assertThat(shell().map(Block::heading)).as("all commands were run").isSubsetOf(done);
  }
}
