package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.cli.ServedBy.Access;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.Server;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.access.Secret;
import io.mintmark.service.ProblemException;
import io.mintmark.store.engine.KeyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServedByTest {

  private static final Access NO_ACCESS =
      new Access(Optional.empty(), Optional.empty(), Optional.empty());

  private static final Duration RELOADED_WITHIN = Duration.ofMinutes(2);

  @Test
  void storeUrl_withAndWithoutTokenAndTls_matchesTheServersSettings() {
    Path token = Path.of("/a b/token");

    KeyFiles own = new KeyFiles(Path.of("/own.pem"), Path.of("/own.key"));
    Access access = new Access(Optional.of(token), Optional.of(Path.of("/ca")), Optional.of(own));

    assertThat(new ServedBy("http://h:1", NO_ACCESS).storeUrl()).isEqualTo("mintmark://h:1");
    assertThat(new ServedBy("https://h:1", NO_ACCESS).storeUrl())
        .isEqualTo("mintmark://h:1?tls=true");
    assertThat(new ServedBy("https://[::1]", access).storeUrl())
        .isEqualTo("mintmark://[::1]:443?tls=true&ca=%2Fca"
            + "&certificate=%2Fown.pem&key=%2Fown.key&token-file=%2Fa+b%2Ftoken");
    assertThat(new ServedBy("http://h", access).storeUrl())
        .isEqualTo("mintmark://h:80?token-file=%2Fa+b%2Ftoken");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://h:1",
        "mintmark://h:1",
        "h:1",
        "https://",
        "https://h:1/path",
        "https://h:1?a=b",
        "https://h:1#a",
        "https://me:sesame@h:1",
        "https://h h",
        "https://h:65536"
      })
  void named_notAServersUrl_isRefused(String url) {
    assertThatThrownBy(() -> ServedBy.named(url, NO_ACCESS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not https://HOST:PORT or http://HOST:PORT: --server=")
        .hasMessageNotContaining("sesame");
  }

  @Test
  void call_serverWithTokens_sendsTheTokenOfTheFile(@TempDir Path directory) throws IOException {
    Path tokens = directory.resolve("tokens.yaml");
    holds(tokens, "mine");
    Path own = Files.writeString(directory.resolve("own"), "mine\n");
    try (Server server = Server.builder()
        .store("memory:")
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .set(ServerSettings.DRAIN, Duration.ofMillis(100))
        .set(ServerSettings.TOKENS, tokens)
        .start()) {
      try (ServerSource source = source(server, own)) {
        assertThat(source.next("a", 2, KeyRequest.PLAIN)).containsExactly("1", "2");
        assertThat(claim(server, own, "seq/b")).isZero();
      }
      try (ServerSource source = new ServerSource(new ServedBy(server.url(), NO_ACCESS))) {
        assertThatThrownBy(() -> source.next("a", 1, KeyRequest.PLAIN))
            .isInstanceOf(MintmarkException.class)
            .hasMessageContaining("a token is needed here");
      }
    }
  }

  @Test
  @Tag("long")
  void call_tokenReplaced_usesTheNewTokenOfTheFile(@TempDir Path directory) throws IOException {
    Path tokens = directory.resolve("tokens.yaml");
    Path own = Files.writeString(directory.resolve("own"), "mine\n");
    Path old = Files.writeString(directory.resolve("old"), "mine\n");
    holds(tokens, "mine");
    try (Server server = Server.builder()
            .store("memory:")
            .http("127.0.0.1:0")
            .resp("127.0.0.1:0")
            .set(ServerSettings.DRAIN, Duration.ofMillis(100))
            .set(ServerSettings.TOKENS, tokens)
            .start();
        ServerSource source = source(server, own);
        ServerSource left = source(server, old)) {
      assertThat(source.next("a", 1, KeyRequest.PLAIN)).containsExactly("1");
      assertThat(left.next("a", 1, KeyRequest.PLAIN)).containsExactly("2");

      holds(tokens, "next");
      Files.writeString(own, "next\n");
      Instant deadline = Instant.now().plus(RELOADED_WITHIN);
      while (!isRefused(left)) {
        assertThat(Instant.now()).isBefore(deadline);
      }

      assertThat(source.next("b", 2, KeyRequest.PLAIN)).containsExactly("1", "2");
      assertThat(claim(server, own, "seq/c")).isZero();
    }
  }

  private static void holds(Path tokens, String token) throws IOException {
    Files.writeString(tokens, "me: {hash: \"" + Secret.of(token).text() + "\", scopes: [admin]}");
  }

  private static ServedBy served(Server server, Path token) {
    return new ServedBy(
        server.url(), new Access(Optional.of(token), Optional.empty(), Optional.empty()));
  }

  private static ServerSource source(Server server, Path token) {
    return new ServerSource(served(server, token));
  }

  /** Claims three positions on a line of the server's store. */
  private static long claim(Server server, Path token, String line) {
    try (Mintmark lines = StoreOpener.mint(served(server, token).storeUrl())) {
      return MintmarkAccess.storeOf(lines).claim(line, 0, 3);
    }
  }

  private static boolean isRefused(ServerSource source) {
    try {
      assertThat(source.generators()).isNotEmpty();
      return false;
    } catch (ProblemException e) {
      assertThat(e).hasMessageContaining("the token is not valid");
      return true;
    }
  }
}
