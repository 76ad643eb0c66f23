package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreRefusedException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.store.remote.RemoteStore;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a store behind a server whose tokens are replaced while the store is open. */
@Timeout(60)
final class RemoteTokenTest {

  @TempDir
  private Path directory;

  private GuardedServer guarded;
  private Path token;
  private RemoteStore store;

  @BeforeEach
  void open() throws IOException {
    guarded = new GuardedServer(directory);
    token = directory.resolve("token");
    write("claim");
    store = RemoteStore.builder()
        .url("mintmark://127.0.0.1:" + guarded.server().http().getPort() + "?token-file=" + token)
        .open();
    assertThat(store.claim("seq/a", 0, 1)).isZero();
  }

  @AfterEach
  void close() {
    store.close();
    guarded.close();
  }

  private void write(String name) throws IOException {
    Files.writeString(token, TokensFixture.text(name) + "\n");
  }

  private boolean isClaimRefused() {
    String shown = "Bearer " + TokensFixture.text("claim");
    return Web.send(guarded.server(), "GET", "/v1/time", "Authorization", shown).statusCode()
        == 401;
  }

  @Test
  @Tag("long")
  void claim_tokenReplacedBeforeRevocation_neverFails() throws Exception {
    write("admin");
    long[] next = {1};

    guarded.revoke("claim", () -> {
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(next[0]++);
      return isClaimRefused();
    });

    assertThat(store.claim("seq/a", 0, 1)).isEqualTo(next[0]);
    assertThat(store.position("seq/a")).isEqualTo(next[0] + 1);
  }

  /** The claims on the gate are concurrent, and may be combined into one. */
  @Test
  void claim_manyThreadsOnNewLines_allSucceed() throws Exception {
    LineStore lines = new MovableStore(store);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Callable<Long>> claims = IntStream.range(0, 400)
          .<Callable<Long>>mapToObj(i -> () -> lines.claim("seq/new" + i, 0, 1))
          .toList();
      for (Future<Long> start : threads.invokeAll(claims)) {
        assertThat(start.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void write_batchWithForbiddenClaims_failsOnlyThose() {
    HttpResponse<String> response = Web.post(
        guarded.server(),
        "/v1/lines",
        """
        {"writes":[
          {"line":"seq/b","atLeast":"0","count":"2"},
          {"line":"mintmark/identity","atLeast":"0","count":"1"},
          {"line":"spec/b","atLeast":"0","count":"1"},
          {"line":"a wrong name","atLeast":"0","count":"1"},
          {"line":"seq/b","atLeast":"0","count":"1"}]}
        """,
        "Authorization",
        "Bearer " + TokensFixture.text("claim"));

    List<?> answers = Web.list(Web.json(response), "answers");
    assertThat(List.of(answers.get(0), answers.get(4)))
        .isEqualTo(List.of(Map.of("start", "0"), Map.of("start", "2")));
    assertThat(answers.subList(1, 4))
        .extracting(answer -> String.valueOf(Web.field(answer, "type")))
        .containsExactly(
            "urn:mintmark:problem:forbidden",
            "urn:mintmark:problem:forbidden",
            "urn:mintmark:problem:invalid-argument");
    assertThat(store.position("spec/b")).isZero();
  }

  @Test
  @Tag("long")
  void claim_tokenRevokedBeforeReplacement_failsUntilReplaced() throws Exception {
    guarded.revoke("claim", this::isClaimRefused);
    assertRefused();
    Files.delete(token);
    assertRefused();
    Files.writeString(token, "no token");
    assertRefused();

    write("admin");
    assertThat(store.claim("seq/a", 0, 1)).isEqualTo(1);
    Files.delete(token);
    assertThat(store.claim("seq/a", 0, 1)).isEqualTo(2);
  }

  private void assertRefused() {
    assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("status=401")
        .hasMessageNotContaining(TokensFixture.text("claim"));
  }
}
