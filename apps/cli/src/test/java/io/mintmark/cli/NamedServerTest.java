package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.TestAuthority;
import io.mintmark.server.Server;
import io.mintmark.server.ServerBuilder;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.access.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests every command that calls a server, by the server's URL and by its data directory. */
@Tag("long")
final class NamedServerTest {

  private static final String ID = "4df2dcec2cdcd20936a8b817";

  @TempDir
  private Path directory;

  private TestAuthority authority;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    authority = new TestAuthority(directory);
    authority.issue("ids");
    server = builder().start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ServerBuilder builder() throws IOException {
    Path config = Files.writeString(
        KeyConfig.in(directory),
        "  tail: {type: sequence, cycle: 1..3}\nauto-create:\n  \"s/*\": {}\n"
            + "server: {tls: {clients: " + authority.root() + "}}\n",
        StandardOpenOption.APPEND);
    Path tokens = Files.writeString(
        directory.resolve("tokens.yaml"),
        token("all", "scopes: [claim, next]")
            + token("admin", "scopes: [admin]")
            + "certified: {certificate: \"CN=ops,O=Acme\", scopes: [claim, next]}\n"
            + token("reader", "scopes: [read]")
            + token("shop", "scopes: [next, read], generators: [tail]"));
    return Server.builder()
        .config(Config.load(config))
        .dataDirectory(directory.resolve("data"))
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .set(ServerSettings.DRAIN, Duration.ofMillis(100))
        .set(ServerSettings.TLS_CERTIFICATE, authority.certificate())
        .set(ServerSettings.TLS_KEY, authority.key())
        .set(ServerSettings.TOKENS, tokens);
  }

  private static String token(String name, String settings) {
    return name + ": {hash: \"" + Secret.of(text(name)).text() + "\", " + settings + "}\n";
  }

  private static String text(String name) {
    return name + "-and-32-random-bytes";
  }

  private Path tokenFile(String name) {
    try {
      Path file = Files.writeString(directory.resolve(name + ".token"), text(name) + "\n");
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a command for a server's URL with a token. */
  private Run at(String url, String token, String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--server", url, "--ca", authority.root().toString()));
    words.addAll(List.of("--token-file", tokenFile(token).toString()));
    Run run = Run.of(words.toArray(String[]::new));
    assertThat(run.out() + run.err()).doesNotContain(text(token));
    return run;
  }

  private Run as(String token, String... command) {
    return at(server.url(), token, command);
  }

  /** Runs a command for the data directory, with files that the environment names. */
  private Run beside(String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--data", directory.resolve("data").toString()));
    return Run.in(
        Map.of(
            "MINTMARK_TOKEN_FILE",
            tokenFile("all").toString(),
            "MINTMARK_CA_FILE",
            authority.root().toString()),
        words.toArray(String[]::new));
  }

  @Test
  void commands_byUrlAndByDirectory_printTheSame() {
    assertThat(as("all", "next", "tail", "-n", "2")).isEqualTo(new Run(0, "1\n2\n", ""));
    assertThat(beside("next", "tail", "-n", "2")).isEqualTo(new Run(0, "3\n1\n", ""));
    String range = "--from 2026-11-21T00:00:00Z --to 2026-11-22T00:00:00Z";
    for (String command : List.of(
        "generators",
        "generators --json",
        "explain parcels",
        "inspect " + ID,
        "inspect PACME00007",
        "range flakes " + range,
        "range objectid --json " + range,
        "lines list seq/",
        "lines list spec/ --json")) {
      Run byUrl = as("all", command.split(" ", -1));
      assertThat(byUrl.code()).as(command + byUrl.err()).isZero();
      assertThat(byUrl.out()).as(command).isNotEmpty();
      assertThat(beside(command.split(" ", -1)).out()).as(command).isEqualTo(byUrl.out());
    }
  }

  @Test
  void commands_withACertificate_haveTheRightsOfItsToken() throws Exception {
    SSLContext unused = authority.identifying("/O=Acme/CN=ops");
    Map<String, String> own = Map.of(
        "MINTMARK_CA_FILE",
        authority.root().toString(),
        "MINTMARK_CERTIFICATE_FILE",
        directory.resolve("client.pem").toString(),
        "MINTMARK_KEY_FILE",
        directory.resolve("client.key").toString());
    String[] next = {"next", "tail", "--server", server.url()};
    assertThat(Run.in(own, next)).isEqualTo(new Run(0, "1\n", ""));
    assertThat(Run.in(own, "lines", "raise", "seq/s/a", "7", "--new", "--server", server.url())
            .out())
        .isEqualTo("seq/s/a: raised from 0 to 7\n");

    Map<String, String> authorities =
        Map.of("MINTMARK_CA_FILE", authority.root().toString());
    assertThat(Run.in(authorities, next).err())
        .contains("--token-file", "a certificate to show by --certificate and --key");
    Run half = Run.in(
        authorities, "next", "tail", "--server", server.url(), "--certificate", "client.pem");
    assertThat(half.code()).isNotZero();
    assertThat(half.err())
        .contains("a certificate without its key, or a key without its certificate:"
            + " --certificate=client.pem, --key=");
  }

  @Test
  void lines_byUrl_areRaisedAdoptedAndCopied() {
    assertThat(as("all", "lines", "raise", "seq/s/a", "7", "--new").out())
        .isEqualTo("seq/s/a: raised from 0 to 7\n");
    assertThat(as("all", "lines", "raise", "seq/s/a", "7").err())
        .contains("the line is already there or above: line=seq/s/a, position=7, next=7");
    String[] lower = {"lines", "lower", "seq/s/a", "5", "--accept-repeats"};
    assertThat(as("all", lower).err()).contains("the scope admin: token=all");
    assertThat(as("admin", lower).out()).startsWith("seq/s/a: lowered from 7 to 5;");
    for (int i = 1; i <= 5; i++) {
      assertThat(as("all", "lines", "raise", "seq/page/" + i, "1", "--new").code())
          .isZero();
    }
    Run page = as("all", "lines", "list", "seq/page/", "--after", "seq/page/2", "--limit", "2");
    assertThat(page.out()).contains("seq/page/3", "seq/page/4").doesNotContain("page/2", "page/5");
    assertThat(page.err())
        .isEqualTo("There are more lines. For the next page: --after seq/page/4\n");
    Run last = as("all", "lines", "list", "seq/page/", "--after", "seq/page/3", "--limit", "2");
    assertThat(last.out()).contains("seq/page/4", "seq/page/5");
    assertThat(last.err()).isEmpty();
    assertThat(as("all", "lines", "adopt", "test:500,1#x", "s/b").out())
        .contains("seq/s/b: raised by 499, from 0 to 499");
    assertThat(as("all", "next", "s/b").out()).isEqualTo("500\n");

    String from = server.url().replace("https", "mintmark") + "?tls=true&ca=" + authority.root()
        + "&token-file=" + tokenFile("all");
    Run plan = Run.of("lines", "copy", from, "file:" + directory.resolve("new"), "--dry-run");
    assertThat(plan.err()).isEmpty();
    assertThat(plan.out()).contains("seq/s/a", "seq/s/b");
  }

  @Test
  void tokens_withoutTheScope_failNamingTheScope() {
    assertThat(as("reader", "next", "tail").err())
        .contains("the token lacks the scope next: token=reader");
    assertThat(as("shop", "lines", "list").err()).contains("the scope read, for all generators");
    assertThat(as("reader", "lines", "raise", "seq/a", "7", "--new").err())
        .contains("the scope claim");
    assertThat(as("shop", "next", "users").err())
        .contains("the token is not for this generator: token=shop, generator=users");
    assertThat(as("shop", "inspect", "PACME00007").err()).contains("the id has no known form");
    Run none = Run.of(
        "next", "tail", "--server", server.url(), "--ca", authority.root().toString());
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("a token is needed here", "--token-file");
    assertThat(as("nobody", "next", "tail").err()).contains("the token is not valid");
  }

  @Test
  void server_unreachableByTheUrl_failsWithTheReason() throws Exception {
    Run untrusted = Run.of("next", "tail", "--server", server.url());
    assertThat(untrusted.code()).isEqualTo(1);
    assertThat(untrusted.err())
        .contains("signed by no authority that is trusted here", "--ca FILE")
        .doesNotContain("Exception");
    assertThat(at(server.url().replace("https", "http"), "all", "next", "tail").err())
        .contains("not the answer of a Mintmark server", "this port speaks TLS: use https://");
    String resp = "://127.0.0.1:" + server.resp().getPort();
    assertThat(at("http" + resp, "all", "next", "tail").err())
        .contains("not that of the Redis protocol");
    assertThat(at("https" + resp, "all", "next", "tail").err())
        .contains("not that of the Redis protocol");
    String nobody = "https://127.0.0.1:" + EngineProcess.freePort();
    assertThat(at(nobody, "all", "generators").err()).contains("no server listens there");
    assertThat(at("https://nosuch.invalid", "all", "generators").err()).contains("no such host");
    Run scheme = at("redis://127.0.0.1:6379", "all", "generators");
    assertThat(scheme.code()).isEqualTo(2);
    assertThat(scheme.err()).contains("not https://HOST:PORT or http://HOST:PORT");
  }

  @Test
  void certificate_ofAnotherHostOrExpired_failsWithTheReason() throws Exception {
    server.close();
    authority.issue("elsewhere", "DNS:ids.example.com", 2);
    server = builder().start();
    assertThat(as("all", "next", "tail").err())
        .contains("the server's certificate is not this host's");

    server.close();
    authority.issue("old", "IP:127.0.0.1", -1);
    server = builder().start();
    assertThat(as("all", "next", "tail").err()).contains("the server's certificate has expired");
    assertThat(as("all", "doctor").out()).contains("fail  reached", "has expired");
  }

  @Test
  void server_withAStoreOrAConfiguration_isWrongUsage() {
    for (String other :
        List.of("--store memory:", "--data x", "--config " + directory.resolve("mintmark.yaml"))) {
      Run run = as("all", ("generators " + other).split(" ", -1));

      assertThat(run.code()).as(other).isEqualTo(2);
      assertThat(run.err())
          .contains("the server has its own store and configuration: leave out --server, or --")
          .contains(other.substring(0, 6));
    }
    Run environment = Run.in(
        Map.of("MINTMARK_STORE", "file:" + directory.resolve("other")),
        "generators",
        "--server",
        server.url(),
        "--ca",
        authority.root().toString(),
        "--token-file",
        tokenFile("all").toString());
    assertThat(environment.out()).isEqualTo(as("all", "generators").out()).contains("tail");
  }

  @Test
  void doctor_ofAServer_examinesConnectionAndStore() throws IOException {
    assertThat(as("all", "next", "flakes").code()).isZero();

    String all = doctor("all");
    assertThat(all)
        .startsWith("server " + server.url() + "\n")
        .contains("ok    ready", "ok    token ", "may read")
        .contains("ok    store", "file:" + directory.resolve("data"))
        .contains("none twice; the line is at")
        .contains("flakes (", "time ends 20")
        .endsWith("Nothing is wrong.\n");
    assertThat(doctor("reader"))
        .contains("warn  claims: the token lacks the scope claim", "ok    identity")
        .doesNotContain("none twice");
    assertThat(doctor("shop"))
        .contains("warn  store: the token lacks the scope read, for all generators")
        .doesNotContain("identity");

    Run none =
        Run.of("doctor", "--server", server.url(), "--ca", authority.root().toString());
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.out()).contains("ok    ready", "fail  token", "--token-file", "Wrong: 2");
    server.close();
    Run gone = as("all", "doctor", "--json");
    assertThat(gone.code()).isEqualTo(1);
    assertThat(gone.out()).contains("\"fine\":false", "no server listens there");
  }

  /** Runs doctor with the real clock, because the engine's clock is compared with it. */
  private String doctor(String token) {
    Run run = Run.now(
        "doctor",
        "--claims",
        "--server",
        server.url(),
        "--ca",
        authority.root().toString(),
        "--token-file",
        tokenFile(token).toString());
    assertThat(run.code()).as(run.out()).isZero();
    return run.out();
  }
}
