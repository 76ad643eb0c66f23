package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A server that asks for tokens, and records every request for a hundred ids or more. */
final class AuditedServer implements AutoCloseable {

  private static final Duration WRITTEN_WITHIN = Duration.ofMinutes(2);

  private final Path audit;
  private final Server server;

  /** Starts it, its files in this directory, with more settings. */
  AuditedServer(Path directory, TokensFixture tokens, UnaryOperator<ServerBuilder> more) {
    audit = directory.resolve("audit.jsonl");
    server = more.apply(MemoryServer.builder()
            .tokens(tokens.write())
            .set(ServerSettings.AUDIT_FILE, audit.toString())
            .set(ServerSettings.AUDIT_ABOVE, "99"))
        .start();
  }

  Server server() {
    return server;
  }

  /** Sends a request that shows a token. */
  HttpResponse<String> send(String token, String method, String path, String... headers) {
    String[] all = Stream.concat(
            Stream.of("Authorization", "Bearer " + TokensFixture.text(token)), Stream.of(headers))
        .toArray(String[]::new);
    return Web.send(server, method, path, all);
  }

  /** A new connection that has shown a token. */
  RespClient client(String token) throws IOException {
    RespClient client = new RespClient(server.resp());
    assertThat(client.call("AUTH", TokensFixture.text(token))).isEqualTo("+OK");
    return client;
  }

  /** All records; ends the server, which writes those that wait. */
  List<String> audit() throws IOException {
    server.close();
    return Files.readAllLines(audit);
  }

  /** Waits until a record has this text. */
  void awaitAudit(String text) throws IOException {
    Instant deadline = Instant.now().plus(WRITTEN_WITHIN);
    while (!Files.exists(audit) || !Files.readString(audit).contains(text)) {
      assertThat(Instant.now()).as(text).isBefore(deadline);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
