package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection that asks for the same again: what it asks is remembered, who asks is not. */
class RepeatedRequestsTest {

  private static final int TIMEOUT_MS = 60_000;
  private static final String BODY = "{\"format\": \"A-{seq:4}\"}";

  @TempDir
  private Path directory;

  private GuardedServer guarded;
  private Socket socket;
  private BufferedReader answers;

  @BeforeEach
  void connect() throws IOException {
    guarded = new GuardedServer(directory);
    InetSocketAddress address = guarded.server().http();
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(TIMEOUT_MS);
    answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    guarded.close();
  }

  @Test
  void token_thatIsTakenBack_isRefusedAtTheNextRepetition() throws Exception {
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
    return status("POST /v1/generators/" + name + "/next HTTP/1.1\r\n" + shown(token) + "\r\n");
  }

  private int explain(String token) throws IOException {
    return status("POST /v1/explain HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: "
        + BODY.length() + "\r\n" + shown(token) + "\r\n" + BODY);
  }

  private static String shown(String token) {
    return "Host: localhost\r\nAuthorization: Bearer " + TokensFixture.text(token) + "\r\n";
  }

  /** Sends a request, and reads its answer to the end. */
  private int status(String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    int status = Integer.parseInt(answers.readLine().split(" ", 3)[1]);
    int length = 0;
    for (String line = answers.readLine(); !line.isEmpty(); line = answers.readLine()) {
      String[] field = line.toLowerCase(Locale.ROOT).split(": ", 2);
      length = field[0].equals("content-length") ? Integer.parseInt(field[1]) : length;
    }
    for (int i = 0; i < length; i++) {
      assertThat(answers.read()).isNotNegative();
    }
    return status;
  }
}
