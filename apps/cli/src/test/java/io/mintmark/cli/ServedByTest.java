package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.Server;
import io.mintmark.server.access.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedByTest {

  @Test
  void storeUrl_withAndWithoutTokenAndTls_saysWhatTheServerTakes() {
    Path token = Path.of("/a b/token");

    assertThat(new ServedBy("http://h:1", Optional.empty()).storeUrl()).isEqualTo("mintmark://h:1");
    assertThat(new ServedBy("https://h:1", Optional.empty()).storeUrl())
        .isEqualTo("mintmark://h:1?tls=true");
    assertThat(new ServedBy("https://h:1", Optional.of(token)).storeUrl())
        .isEqualTo("mintmark://h:1?token-file=%2Fa+b%2Ftoken&tls=true");
  }

  @Test
  void serverThatAsksForATokens_getsTheOneInTheFile(@TempDir Path directory) throws IOException {
    Path tokens = Files.writeString(
        directory.resolve("tokens.yaml"),
        "me: {hash: \"" + Secret.of("mine").text() + "\", scopes: [admin]}");
    Path own = Files.writeString(directory.resolve("own"), "mine\n");
    try (Server server = Server.builder()
        .store("memory:")
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .tokens(tokens)
        .start()) {
      try (ServerSource source = new ServerSource(new ServedBy(server.url(), Optional.of(own)))) {
        assertThat(source.next("a", 2, KeyRequest.PLAIN)).containsExactly("1", "2");
        assertThat(source.store().claim("seq/b", 0, 3)).isZero();
      }
      try (ServerSource source = new ServerSource(new ServedBy(server.url(), Optional.empty()))) {
        assertThatThrownBy(() -> source.next("a", 1, KeyRequest.PLAIN))
            .isInstanceOf(MintmarkException.class)
            .hasMessageContaining("a token is needed here");
      }
    }
  }
}
