package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mintmark.server.access.Secret;
import io.mintmark.server.access.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCommandTest {

  @Test
  void token_name_printsTheTokenAndItsConfiguration(@TempDir Path directory) throws IOException {
    Run run = Run.of("token", "shop", "--scopes", "next,read", "--generators", "orders*,users");

    assertThat(run.code()).isZero();
    String token = run.out().lines().findFirst().orElseThrow();
    String lines = run.out().substring(run.out().indexOf("shop:"));
    assertThat(lines)
        .contains("hash: " + Secret.of(token).text())
        .contains("scopes: [next, read]")
        .contains("generators: [\"orders*\", \"users\"]")
        .doesNotContain(token);
    Path file = Files.writeString(directory.resolve("tokens.yaml"), lines);
    assertThatCode(() -> Tokens.read(file)).doesNotThrowAnyException();
  }

  @Test
  void token_asJson_hasTheSame() {
    Run run = Run.of("token", "shop", "--json");

    assertThat(run.out())
        .contains("\"name\":\"shop\",\"token\":\"mintmark_", "\"scopes\":[\"next\"]");
  }

  @Test
  void token_wrongNameOrScope_isWrongUsage() {
    assertThat(Run.of("token", "a b").code()).isEqualTo(2);
    assertThat(Run.of("token", "a", "--scopes", "all").err())
        .contains("not one of next, read, claim, admin: --scopes=all");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a,,b", "a'b", "größe", "a]\nadmin: {"})
  void token_invalidGeneratorPatterns_areWrongUsage(String generators) {
    Run refused = Run.of("token", "shop", "--generators", generators);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("not 1 to 200 of A-Za-z0-9._:/- and *: --generators=");
  }
}
