package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.testkit.ToolRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs the page's clients, as far as their languages are here, against a server with TLS. */
final class ClientsPageTest {

  private static final Path PAGE = House.ROOT.resolve("docs/clients.md");

  /** Which program runs a language, and from which file. */
  private static final Map<String, List<String>> RUNTIMES = Map.of(
      "sh", List.of("sh", "client.sh"),
      "python", List.of("python3", "client.py"),
      "javascript", List.of("node", "client.mjs"));

  private static final String IOREDIS = "ioredis@5.11.1";
  private static final Pattern USER = Pattern.compile("(?<!\\d)\\d{18}(?!\\d)");
  private static final Pattern ORDER = Pattern.compile("OD\\d{30}");

  private static final String LOOK = """
      curl --silent --fail --cacert "$MINTMARK_CA_FILE" \
        --header "Authorization: Bearer $MINTMARK_TOKEN" \
        https://localhost:7600/v1/generators/users""";

  @TempDir
  private static Path root;

  private static ExampleHost host;

  @BeforeAll
  static void serve() throws Exception {
    ToolRun.assumeAreThere("openssl", "curl");
    host = new ExampleHost(root);
    for (String heading : List.of("Certificate", "Tokens")) {
      host.shell(OperationsPageTest.commands(heading));
    }
    host.serve();
  }

  @AfterAll
  static void end() {
    if (host != null) {
      host.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> clients_ofLanguagesThatAreHere_makeIdsToTheLastDigit() {
    List<Block> blocks = Pages.blocks(PAGE)
        .filter(block -> RUNTIMES.containsKey(block.language()))
        .toList();

    assertThat(blocks).hasSizeGreaterThan(6);
    String shared = blocks.get(0).code();
    return blocks.stream()
        .skip(1)
        .map(client -> DynamicTest.dynamicTest(
            client + " " + client.heading() + (overRedis(client) ? ", Redis" : ", HTTP"),
            () -> check(client, shared)));
  }

  private static boolean overRedis(Block client) {
    return client.code().contains("redis");
  }

  private static void check(Block client, String shared) throws Exception {
    List<String> runtime = Objects.requireNonNull(RUNTIMES.get(client.language()));
    ToolRun.assumeAreThere(runtime.get(0));
    assumeLibrary(client);
    host.write(runtime.get(1), client.code());

    String output = host.shell(shared + String.join(" ", runtime));

    assertThat(ORDER.matcher(output).results().map(MatchResult::group).distinct())
        .as(output)
        .hasSize(3);
    List<String> users = USER.matcher(ORDER.matcher(output).replaceAll(""))
        .results()
        .map(MatchResult::group)
        .toList();
    assertThat(users).as(output).hasSize(1);
    assertThat(host.shell(shared + LOOK)).contains("\"last\":\"" + users.get(0) + "\"");
  }

  private static void assumeLibrary(Block client) throws IOException, InterruptedException {
    if (client.code().contains("redis-cli")) {
      ToolRun.assumeAreThere("redis-cli");
    } else if (overRedis(client) && client.language().equals("python")) {
      assumeTrue(succeeds("python3", "-c", "import redis"), "needs redis-py");
    } else if (overRedis(client) && client.language().equals("javascript")) {
      ToolRun.assumeAreThere("npm");
      assumeTrue(
          succeeds("npm", "install", "--no-audit", "--no-fund", "--prefix", ".", IOREDIS),
          "needs " + IOREDIS + " of npm's registry");
    }
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    return host.run(command).exitValue() == 0;
  }
}
