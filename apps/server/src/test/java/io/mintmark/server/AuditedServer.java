package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A server that requires tokens, and records every request for a hundred ids or more. */
final class AuditedServer implements AutoCloseable {

  private final CapturedAudit audit = new CapturedAudit();
  private final Server server;

  /** Starts the server with additional settings. */
  AuditedServer(TokensFixture tokens, UnaryOperator<ServerBuilder> more) {
    server = more.apply(MemoryServer.builder()
            .set(ServerSettings.TOKENS, tokens.write())
            .set(ServerSettings.AUDIT_ABOVE, "99"))
        .start();
  }

  Server server() {
    return server;
  }

  /** Sends a request with a token. */
  HttpResponse<String> send(String token, String method, String path, String... headers) {
    String[] all = Stream.concat(
            Stream.of("Authorization", "Bearer " + TokensFixture.text(token)), Stream.of(headers))
        .toArray(String[]::new);
    return Web.send(server, method, path, all);
  }

  /** Returns a new connection that has authenticated with a token. */
  RespClient client(String token) throws IOException {
    RespClient client = new RespClient(server.resp());
    assertThat(client.call("AUTH", TokensFixture.text(token))).isEqualTo("+OK");
    return client;
  }

  /** Returns all records. Closes the server first, so that there are no later records. */
  List<String> audit() {
    server.close();
    return audit.lines();
  }

  /** Waits until a record contains this text. */
  void awaitAudit(String text) {
    audit.await(text);
  }

  @Override
  public void close() {
    server.close();
    audit.close();
  }
}
