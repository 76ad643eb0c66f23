package io.mintmark.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.error.ConfigurationException;
import io.mintmark.service.Problem.Kind;
import io.mintmark.time.ElapsedClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {

  private static final String HASH = Secret.of("text").text();

  @TempDir
  private Path directory;

  private Tokens read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("tokens.yaml"), text);
    return Tokens.read(file, ElapsedClock.system());
  }

  private String faults(String text) {
    return String.join(
        "\n",
        catchThrowableOfType(ConfigurationException.class, () -> read(text)).faults());
  }

  @Test
  void secret_ofAText_isItsSha256() {
    assertThat(Secret.of("abc").text())
        .isEqualTo("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(Secret.parse(Secret.of("abc").text()).is(Secret.of("abc"))).isTrue();
    assertThat(Secret.of("abc").is(Secret.of("abd"))).isFalse();
    assertThat(Secret.of("abc").toString()).isEqualTo("***");
  }

  @Test
  void newToken_eachTime_isAnotherWith256Bits() {
    String token = Secret.newToken();

    assertThat(token).matches("mintmark_[A-Za-z0-9_-]{43}").isNotEqualTo(Secret.newToken());
  }

  @Test
  void read_everySetting_isKept() throws IOException {
    Tokens tokens = read("""
        shop:
          hash: %s
          scopes: [next, read]
          generators: ["orders*", users]
          rate: 1000
          burst: 5000
        """.formatted(HASH));

    Token shop = tokens.find(Secret.of("text")).orElseThrow();
    assertThat(shop.name()).isEqualTo("shop");
    assertThat(shop.scopes()).containsOnly(Scope.NEXT, Scope.READ);
    assertThat(List.of(shop.isFor("orders/eu"), shop.isFor("users"), shop.isFor("user")))
        .containsExactly(true, true, false);
    assertThat(shop.rate().orElseThrow().burst()).isEqualTo(5000);
    assertThat(tokens.find(Secret.of("other"))).isEmpty();
  }

  @Test
  void read_wrongSettings_areAllNamedWithTheirLines() {
    String faults = faults("""
        a: {hash: sha256:12, scopes: [next]}
        b: {hash: %1$s, scopes: [nxt]}
        "c d": {hash: %2$s, scopes: [next]}
        e: {hash: %3$s, scopes: [claim], generators: [x]}
        f: {hash: %4$s}
        g: {hash: %5$s, scopes: [next], burst: 5, scope: next}
        h: {hash: %5$s, scopes: [next], rate: 0}
        """.formatted(hash("b"), hash("c"), hash("e"), hash("f"), hash("g")));

    assertThat(faults)
        .contains("tokens.yaml:1: a.hash: the hash is not sha256: and 64 hex digits")
        .contains("tokens.yaml:2: b.scopes: not one of next, read, claim, operate, admin")
        .contains("tokens.yaml:3: c d.hash: the token's name is not 1 to 64 of A-Za-z0-9._-:"
            + " name=c d")
        .contains("tokens.yaml:4: e.generators: a token with the scope claim or admin cannot be"
            + " bound to generators, as lines belong to none")
        .contains("tokens.yaml:5: f.scopes: the token has no scopes")
        .contains("tokens.yaml:6: g.burst: a burst is given without a rate")
        .contains("tokens.yaml:6: g.scope: no such setting; did you mean scopes?")
        .contains("tokens.yaml:7: h.rate: not 1 to 1000000000: rate=0");
  }

  @Test
  void read_fileWithoutATokenIn_isRefused() {
    assertThat(faults("")).contains("tokens.yaml: the file has no token: nobody could come in");
    assertThat(faults("# all gone\n")).contains("the file has no token");
  }

  @Test
  void admit_moreIdsAtATimeThanTheTokenMay_isForbidden() throws IOException {
    Tokens tokens = read("a: {hash: %s, scopes: [next], max-count: 50}".formatted(HASH));
    ShownToken shownToken =
        new Access(() -> tokens, AuditLog.NONE).shownToken(new InetSocketAddress(0));
    shownToken.show("text");

    shownToken.caller().admit(Permission.NEXT, List.of("x"), 50);
    assertThatThrownBy(() -> shownToken.caller().admit(Permission.NEXT, List.of("x"), 51))
        .hasFieldOrPropertyWithValue("kind", Kind.FORBIDDEN)
        .hasMessageContaining("token=a, count=51, max-count=50");
    assertThat(faults("a: {hash: %s, scopes: [next], max-count: 10001}".formatted(HASH)))
        .contains("a.max-count: not 1 to 10000: max-count=10001");
  }

  @Test
  void read_oneTokenUnderTwoNames_isRefused() {
    assertThat(faults("""
        a: {hash: %1$s, scopes: [next]}
        b: {hash: %1$s, scopes: [admin]}
        """.formatted(HASH)))
        .contains("each name has a token of its own: names=a, b");
  }

  @Test
  void read_theTokenItselfForItsHash_isRefusedWithoutShowingIt() {
    assertThat(faults("a: {hash: my-plain-secret, scopes: [next]}"))
        .contains("what stands there is not shown")
        .doesNotContain("my-plain-secret");
  }

  @Test
  void visitor_afterTheTokensChange_isLookedUpAnew() throws IOException {
    AtomicReference<Tokens> now =
        new AtomicReference<>(read("a: {hash: %s, scopes: [next]}".formatted(HASH)));
    ShownToken shownToken =
        new Access(now::get, AuditLog.NONE).shownToken(new InetSocketAddress(0));
    shownToken.show("text");
    assertThat(shownToken.caller()).isSameAs(shownToken.caller());
    assertThat(shownToken.caller().name()).isEqualTo("a");

    now.set(read("b: {hash: %s, scopes: [read]}".formatted(HASH)));
    assertThat(shownToken.caller().name()).isEqualTo("b");
    assertThatThrownBy(() -> shownToken.caller().admit(Permission.NEXT, List.of("x"), 1))
        .hasFieldOrPropertyWithValue("kind", Kind.FORBIDDEN)
        .hasMessageContaining("the token lacks the scope next: token=b");

    now.set(read("a: {hash: %s, scopes: [next]}".formatted(hash("another"))));
    assertThatThrownBy(shownToken::caller)
        .hasFieldOrPropertyWithValue("kind", Kind.UNAUTHENTICATED);
  }

  private static String hash(String text) {
    return Secret.of(text).text();
  }
}
