package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests requests that are repeated with the same idempotency key, over both protocols. */
class IdempotentRequestsTest {

  private static final String USERS = "/v1/generators/users/next?count=3";

  @TempDir
  private static Path directory;

  private static GuardedServer guarded;

  @BeforeAll
  static void start() {
    guarded = new GuardedServer(directory);
  }

  @AfterAll
  static void stop() {
    guarded.close();
  }

  private static HttpResponse<String> post(
      String token, String path, String key, String... headers) {
    String[] all = Stream.concat(
            Stream.of(
                "Authorization", "Bearer " + TokensFixture.text(token), "Idempotency-Key", key),
            Stream.of(headers))
        .toArray(String[]::new);
    return Web.send(guarded.server(), "POST", path, all);
  }

  private static RespClient client(String token) throws IOException {
    RespClient client = new RespClient(guarded.server().resp());
    assertThat(client.call("AUTH", TokensFixture.text(token))).isEqualTo("+OK");
    return client;
  }

  @Test
  void post_againWithItsKey_returnsTheSameAnswer() {
    HttpResponse<String> first = post("next", USERS, "\"order-1\"");
    HttpResponse<String> again = post("next", USERS, "order-1");
    HttpResponse<String> third = post("next", USERS, "order-1");
    HttpResponse<String> other = post("next", USERS, "order-2");

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("idempotent-replayed")).isEmpty();
    assertThat(List.of(again.body(), third.body())).containsOnly(first.body());
    assertThat(again.headers().firstValue("idempotent-replayed")).contains("true");
    assertThat(other.body()).isNotEqualTo(first.body());
  }

  @Test
  void post_withTheKeyOfAnotherToken_makesOtherIds() {
    String first = post("next", USERS, "shared").body();

    assertThat(post("admin", USERS, "shared").body()).isNotEqualTo(first);
    assertThat(post("next", USERS, "shared").body()).isEqualTo(first);
  }

  @Test
  void post_otherRequestWithTheSameKey_isRefused() {
    assertThat(post("next", USERS, "reused").statusCode()).isEqualTo(200);

    for (HttpResponse<String> other : List.of(
        post("next", "/v1/generators/users/next?count=2", "reused"),
        post("next", "/v1/generators/orders/next?count=3", "reused"),
        post("next", USERS, "reused", "Accept", "text/plain"))) {
      assertProblem(other, 422, "idempotency-key-reused");
    }
  }

  @Test
  void post_refused_freesItsKey() {
    assertProblem(
        post("next", "/v1/generators/users/next?count=0", "failed"), 400, "invalid-argument");
    assertProblem(post("read", USERS, "failed"), 403, "forbidden");

    assertThat(post("next", USERS, "failed").headers().firstValue("idempotent-replayed"))
        .isEmpty();
  }

  @Test
  void key_malformed_isRefused() {
    assertProblem(post("next", USERS, "\"open"), 400, "invalid-argument");
    assertProblem(post("next", USERS, "x".repeat(256)), 400, "invalid-argument");
  }

  @Test
  void command_againWithItsKey_returnsTheSameIds() throws IOException {
    try (RespClient client = client("next");
        RespClient other = client("admin")) {
      Object first = client.call("MINT.NEXT", "carts", "COUNT", "3", "KEY", "cart-1");
      assertThat(first).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(3);

      assertThat(client.call("MINT.NEXT", "carts", "key", "cart-1", "COUNT", "3"))
          .isEqualTo(first);
      assertThat(other.call("MINT.NEXT", "carts", "COUNT", "3", "KEY", "cart-1"))
          .isNotEqualTo(first);
      assertThat(client.call("MINT.NEXT", "carts", "KEY", "cart-1"))
          .asString()
          .startsWith("-ERR the key was used for another request");
      assertThat(client.call("MINT.NEXT", "carts", "KEY", ""))
          .asString()
          .startsWith("-ERR not 1 to 255 printable characters");
      assertThat(client.call("MINT.NEXT", "carts", "KEY"))
          .asString()
          .startsWith("-ERR the option lacks its values");
    }
  }

  @Test
  void metrics_countKeptAndRepeatedAnswers() {
    assertThat(post("next", USERS, "counted").statusCode()).isEqualTo(200);
    assertThat(post("next", USERS, "counted").statusCode()).isEqualTo(200);

    assertThat(Web.send(
                guarded.server(),
                "GET",
                "/metrics",
                "Authorization",
                "Bearer " + TokensFixture.text("read"))
            .body())
        .containsPattern("(?m)^mintmark_idempotency_kept [1-9]")
        .containsPattern("(?m)^mintmark_idempotency_memory_bytes [1-9]")
        .containsPattern("(?m)^mintmark_idempotency_repeated_total [1-9]")
        .contains("mintmark_idempotency_forgotten_total 0.0");
  }
}
