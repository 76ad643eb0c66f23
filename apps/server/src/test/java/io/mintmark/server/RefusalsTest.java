package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.service.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A refused caller is recorded, and cannot fill the audit log. */
class RefusalsTest {

  private static final int TIMES = 100;

  @TempDir
  private Path directory;

  @Test
  void refusals_ofEachKind_areKeptOnceInTenSeconds() throws Exception {
    Path audit = directory.resolve("audit.log");
    Path config = Files.writeString(
        directory.resolve("m.yaml"), "server: {audit: {file: \"" + audit + "\"}}\n");
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("slow", "scopes: [next], rate: 1, burst: 1");
    try (Server server = MemoryServer.builder()
            .config(Config.load(config))
            .tokens(tokens.write())
            .start();
        RespClient client = new RespClient(server.resp())) {
      long before = Problem.reported(Problem.Kind.UNAUTHENTICATED);
      for (int i = 0; i < TIMES; i++) {
        assertThat(client.call("AUTH", "guess" + i).toString()).startsWith("-WRONGPASS");
        Web.send(server, "POST", "/v1/generators/a/next", "Authorization", "Bearer guess" + i);
      }
      assertThat(Problem.reported(Problem.Kind.UNAUTHENTICATED) - before).isEqualTo(2 * TIMES);
      String slow = "Bearer " + TokensFixture.text("slow");
      for (int i = 0; i < TIMES; i++) {
        Web.send(server, "POST", "/v1/generators/objectid/next", "Authorization", slow);
        Web.send(server, "GET", "/v1/lines", "Authorization", slow);
      }
    }
    List<String> records = Files.readAllLines(audit).stream()
        .filter(line -> line.contains("\"refused\""))
        .toList();

    assertThat(records).hasSizeBetween(3, 12);
    assertThat(records).anyMatch(line -> line.contains("unauthenticated"));
    assertThat(records)
        .anyMatch(line -> line.contains("forbidden") && line.contains("\"token\":\"slow\""));
    assertThat(records).anyMatch(line -> line.contains("rate-limited"));
    assertThat(String.join("", records)).doesNotContain("guess");
  }
}
