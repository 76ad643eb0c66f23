package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a connection that repeats a request: the server reuses the decoded request, but checks the
 * caller again.
 */
class RepeatedRequestsTest {

  private static final String BODY = "{\"format\": \"A-{seq:4}\"}";

  @TempDir
  private Path directory;

  private GuardedServer guarded;
  private RawHttp connection;

  @BeforeEach
  void connect() throws IOException {
    guarded = new GuardedServer(directory);
    connection = new RawHttp(guarded.server());
  }

  @AfterEach
  void stop() throws IOException {
    connection.close();
    guarded.close();
  }

  @Test
  @Tag("long")
  void token_revoked_isRefusedAtTheNextRepetition() throws Exception {
    assertThat(next("next", "y")).isEqualTo(200);
    assertThat(next("next", "y")).isEqualTo(200);

    guarded.revoke("next", () -> next("next", "y") == 401);

    assertThat(next("other", "other")).isEqualTo(200);
  }

  @Test
  void rate_ofAToken_countsRepetitions() throws IOException {
    for (int i = 0; i < 5; i++) {
      assertThat(next("slow", "y")).isEqualTo(200);
    }

    assertThat(next("slow", "y")).isEqualTo(429);
  }

  @Test
  void repetition_afterAnotherToken_isStillTheFirstTokens() throws IOException {
    assertThat(next("next", "y")).isEqualTo(200);
    assertThat(explain("read-x")).isEqualTo(200);

    assertThat(next("next", "y")).isEqualTo(200);
    assertThat(next("next-x", "y")).isEqualTo(403);
    assertThat(next("next", "y")).isEqualTo(200);
  }

  @Test
  void repetition_afterARefusal_isStillTheFirstTokens() throws IOException {
    assertThat(next("next-x", "y")).isEqualTo(403);
    assertThat(next("next", "y")).isEqualTo(200);
    assertThat(next("next-x", "y")).isEqualTo(403);
    assertThat(next("next-x", "y")).isEqualTo(403);
  }

  private int next(String token, String name) throws IOException {
    return connection.status(
        "POST /v1/generators/" + name + "/next HTTP/1.1\r\n" + shown(token) + "\r\n");
  }

  private int explain(String token) throws IOException {
    return connection.status(
        "POST /v1/explain HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: "
            + BODY.length() + "\r\n" + shown(token) + "\r\n" + BODY);
  }

  private static String shown(String token) {
    return "Host: localhost\r\nAuthorization: Bearer " + TokensFixture.text(token) + "\r\n";
  }
}
