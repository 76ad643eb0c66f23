package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs the page's clients against a server with TLS, if their languages are installed here. */
@Tag("long")
final class ClientsPageTest {

  private static final Path PAGE = Codebase.ROOT.resolve("docs/guides/clients.md");

  /** The folder of Go's libraries in Debian's packages. */
  private static final String GO_PACKAGES = "/usr/share/gocode";

  /** Mono finds certificate authorities by their hashes, in a folder of the user. */
  private static final String MONO = """
      export XDG_CONFIG_HOME="$PWD/mono"
      trusted="$XDG_CONFIG_HOME/.mono/new-certs/Trust"
      mkdir -p "$trusted"
      hash=$(openssl x509 -in "$MINTMARK_CA_FILE" -noout -hash)
      cp "$MINTMARK_CA_FILE" "$trusted/$hash.0"
      mcs -r:System.Net.Http client.cs
      mono client.exe""";

  /**
   * The program that a language needs, the name of the source file, and the command that runs it.
   */
  private record Language(String program, String file, String command) {}

  private static final Map<String, Language> LANGUAGES = Map.of(
      "sh", new Language("sh", "client.sh", "sh client.sh"),
      "python", new Language("python3", "client.py", "python3 client.py"),
      "javascript", new Language("node", "client.mjs", "node client.mjs"),
      "go",
          new Language(
              "go", "client.go", "GO111MODULE=off GOPATH=" + GO_PACKAGES + " go run client.go"),
      "php", new Language("php", "client.php", "php client.php"),
      "csharp", new Language("mcs", "client.cs", MONO));

  private static final String REDIGO = "github.com/gomodule/redigo";
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
  Stream<DynamicTest> clients_ofInstalledLanguages_keepEveryDigitOfIds() {
    List<Block> blocks = Pages.blocks(PAGE).toList();

    assertThat(blocks).hasSizeGreaterThan(10);
    assertThat(LANGUAGES.keySet())
        .containsAll(blocks.stream().map(Block::language).toList());
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
    Language language = Objects.requireNonNull(LANGUAGES.get(client.language()));
    ToolRun.assumeAreThere(language.program());
    if (overRedis(client)) {
      assumeLibrary(client);
    }
    host.write(language.file(), client.code());

    String output = host.shell(shared + language.command());

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
    switch (client.language()) {
      case "sh" -> ToolRun.assumeAreThere("redis-cli");
      case "python" -> assumeTrue(succeeds("python3", "-c", "import redis"), "needs redis-py");
      case "javascript" -> ToolRun.assumeNpmInstalls(host.home(), IOREDIS);
      case "go" ->
        assumeTrue(
            Files.isDirectory(Path.of(GO_PACKAGES, "src", REDIGO)),
            "needs " + REDIGO + " in " + GO_PACKAGES);
      case "php" ->
        assumeTrue(
            succeeds("php", "-r", "exit(extension_loaded('redis') ? 0 : 1);"), "needs phpredis");
      default -> throw new AssertionError("no library is known: language=" + client.language());
    }
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    return host.run(command).exitValue() == 0;
  }
}
