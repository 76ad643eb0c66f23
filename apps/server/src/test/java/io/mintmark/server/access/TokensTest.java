package io.mintmark.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.error.ConfigurationException;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokensTest {

  private static final String HASH = Secret.of("text").text();

  @TempDir
  private Path directory;

  private Instant now = Instant.parse("2027-03-30T23:59:59Z");
  private final InstantSource clock = () -> now;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private Tokens read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("tokens.yaml"), text);
    return Tokens.read(file);
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
    assertThat(Secret.parse(Secret.of("abc").text()))
        .isEqualTo(Secret.of("abc"))
        .isNotEqualTo(Secret.of("abd"));
    assertThat(Secret.of("abc").toString()).isEqualTo("***");
  }

  @Test
  void newToken_eachTime_isDifferentWith256Bits() {
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
    assertThat(shop.rate().orElseThrow().burst).isEqualTo(5000);
    assertThat(tokens.find(Secret.of("other"))).isEmpty();
  }

  @Test
  void read_wrongSettings_areAllReportedWithTheirLines() {
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
        .contains("tokens.yaml:2: b.scopes: not one of next, read, claim, admin")
        .contains("tokens.yaml:3: c d.hash: the token's name is not 1 to 64 of A-Za-z0-9._-:"
            + " name=c d")
        .contains("tokens.yaml:4: e.generators: a token with the scope claim or admin cannot be"
            + " limited to generators, because its lines belong to no generator")
        .contains("tokens.yaml:5: f.scopes: the token has no scopes")
        .contains("tokens.yaml:6: g.burst: a burst needs a rate")
        .contains("tokens.yaml:6: g.scope: no such setting; did you mean scopes?")
        .contains("tokens.yaml:7: h.rate: not 1 to 1000000000: rate=0");
  }

  @Test
  void read_fileWithoutTokens_isRefused() {
    assertThat(faults(""))
        .contains("tokens.yaml: the file has no token: every call would be refused");
    assertThat(faults("# all gone\n")).contains("the file has no token");
  }

  @Test
  void read_oneTokenUnderTwoNames_isRefused() {
    assertThat(faults("""
        a: {hash: %1$s, scopes: [next]}
        b: {hash: %1$s, scopes: [admin]}
        """.formatted(HASH)))
        .contains("tokens.yaml:2: b: a token or a certificate is in the file twice: names=a, b");
  }

  @Test
  void read_tokenInsteadOfItsHash_isRefusedWithoutShowingIt() {
    assertThat(faults("a: {hash: my-plain-secret, scopes: [next]}"))
        .contains("the value is not shown")
        .doesNotContain("my-plain-secret");
  }

  @Test
  void caller_tokensChanged_isLookedUpAgain() throws IOException {
    AtomicReference<Tokens> now =
        new AtomicReference<>(read("a: {hash: %s, scopes: [next]}".formatted(HASH)));
    ShownToken shownToken = new ShownToken(
        new Access(now, new AuditLog(Long.MAX_VALUE), registry, clock), "client", Optional::empty);
    shownToken.show("text");
    assertThat(shownToken.caller()).isSameAs(shownToken.caller());
    assertThat(shownToken.caller().name()).isEqualTo("a");

    now.set(read("b: {hash: %s, scopes: [read]}".formatted(HASH)));
    assertThat(shownToken.caller().name()).isEqualTo("b");
    assertThatThrownBy(() -> shownToken.caller().admit(Permission.NEXT, List.of("x"), 1))
        .hasFieldOrPropertyWithValue("problem.kind", Kind.FORBIDDEN)
        .hasMessageContaining("the token lacks the scope next: token=b");

    now.set(read("a: {hash: %s, scopes: [next]}".formatted(hash("another"))));
    assertThatThrownBy(shownToken::caller)
        .hasFieldOrPropertyWithValue("problem.kind", Kind.UNAUTHENTICATED);
  }

  private Access access(Tokens tokens) {
    return new Access(new AtomicReference<>(tokens), new AuditLog(Long.MAX_VALUE), registry, clock);
  }

  private ShownToken shown(String file) throws IOException {
    Tokens tokens = read(file);
    ShownToken shownToken = new ShownToken(access(tokens), "client", Optional::empty);
    shownToken.show("text");
    return shownToken;
  }

  @Test
  void caller_tokenExpired_isUnauthenticated() throws IOException {
    ShownToken shownToken =
        shown("a: {hash: %s, scopes: [next], expires: 2027-03-31}".formatted(HASH));

    assertThat(shownToken.caller().name()).isEqualTo("a");
    shownToken.check("a");
    shownToken.check(ShownToken.ANY_NAME);
    assertThatThrownBy(() -> shownToken.check("b"))
        .hasFieldOrPropertyWithValue("problem.kind", Kind.UNAUTHENTICATED)
        .hasMessageContaining("the token belongs to another name");
    now = Instant.parse("2027-03-31T00:00:00Z");
    assertThatThrownBy(shownToken::caller)
        .hasFieldOrPropertyWithValue("problem.kind", Kind.UNAUTHENTICATED)
        .hasMessageContaining("the token has expired: token=a, expires=2027-03-31T00:00:00Z");
    assertThat(shownToken.known()).isNull();
    assertThatThrownBy(() -> shownToken.check("a"))
        .hasMessageContaining("the token has expired: token=a");
  }

  @Test
  void find_tokenWithSeveralHashes_acceptsEachText() throws IOException {
    Tokens tokens = read("a: {hash: [%s, %s], scopes: [next]}".formatted(HASH, hash("new")));

    assertThat(tokens.find(Secret.of("text")).orElseThrow().name()).isEqualTo("a");
    assertThat(tokens.find(Secret.of("new")).orElseThrow().name()).isEqualTo("a");
    assertThat(tokens.find(Secret.of("old"))).isEmpty();
  }

  @Test
  void uses_ofTokens_countAdmittedRefusedAndLimited() throws IOException {
    String file =
        "a: {hash: %s, scopes: [next], expires: 2027-04-01}\n" + "b: {hash: %s, scopes: [read]}";
    Tokens tokens = read(file.formatted(HASH, hash("b")));
    Tokens unusedShown = tokens.shown(registry, clock);
    ShownToken shownToken = new ShownToken(access(tokens), "client", Optional::empty);
    shownToken.show("text");
    for (int i = 0; i < 3; i++) {
      shownToken.caller().admit(Permission.NEXT, List.of("x"), 1);
    }
    for (Kind kind : List.of(Kind.FORBIDDEN, Kind.RATE_LIMITED, Kind.CLOCK)) {
      shownToken.refused(new ProblemException(kind, "why"), RequestTrace.NONE);
    }

    assertThat(requests("a", "admitted")).isEqualTo(3);
    assertThat(requests("a", "refused")).isEqualTo(1);
    assertThat(requests("a", "limited")).isEqualTo(1);
    assertThat(requests("b", "admitted")).isZero();
    assertThat(registry
            .get("mintmark.token.requests")
            .tags("token", "a", "credential", HASH.substring(7, 15), "outcome", "admitted")
            .counter()
            .count())
        .isEqualTo(3);
    assertThat(registry.get("mintmark.token.remaining").gauges())
        .singleElement()
        .satisfies(gauge -> assertThat(gauge.value()).isEqualTo(86_401.0));
  }

  @Test
  void uses_fileChanged_keepsTheCountsOfItsTokensOnly() throws IOException {
    String two = "a: {hash: [%s, %s], scopes: [next], expires: 2027-04-01}";
    Tokens unusedBoth = read(two.formatted(HASH, hash("new"))).shown(registry, clock);
    for (String hash : List.of(HASH, HASH, hash("new"))) {
      Access.requests(registry, "a", hash.substring(7, 15), "admitted").increment();
    }
    assertThat(requests("a", "admitted")).isEqualTo(3);

    Tokens unusedNew =
        read("a: {hash: %s, scopes: [next]}".formatted(hash("new"))).shown(registry, clock);
    assertThat(requests("a", "admitted")).isEqualTo(1);
    assertThat(registry.find("mintmark.token.remaining").gauges()).isEmpty();

    Tokens unusedOther =
        read("b: {hash: %s, scopes: [next]}".formatted(HASH)).shown(registry, clock);
    assertThat(registry.find("mintmark.token.requests").tag("token", "a").counters())
        .isEmpty();
  }

  private double requests(String token, String outcome) {
    return registry
        .get("mintmark.token.requests")
        .tags("token", token, "outcome", outcome)
        .counters()
        .stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "expires: 2027-02-30 | expires: not a date such as 2027-03-31",
        "expires: tomorrow | expires: not a date such as 2027-03-31",
        "expires: '+1000000000-12-31' | expires: not a date such as 2027-03-31",
        "expires: 2027-03-31T25:00:00Z | expires: not a date such as 2027-03-31",
        "addresses: [10.0.0.0/8] | addresses: no such setting",
        "max-per-day: 10 | max-per-day: no such setting",
        "certificate: shop | certificate: not a subject such as CN=shop,O=Acme",
        "certificate: '' | certificate: not a subject such as CN=shop,O=Acme",
        "certificate: 'CN=a,,' | certificate: not a subject such as CN=shop,O=Acme",
        "lines: [seq/*] | lines limit only a token with the scope claim and without admin",
      })
  void read_wrongSetting_isReportedWithTheRule(String setting, String fault) {
    assertThat(faults("a: {hash: %s, scopes: [next], %s}".formatted(HASH, setting)))
        .startsWith(directory.resolve("tokens.yaml") + ":1: a.")
        .contains(fault);
  }

  @Test
  void read_subjectsOfCertificates_areUniqueInAnyNotation() throws IOException {
    Tokens tokens = read("a: {certificate: 'cn=shop, o=Acme', scopes: [next]}");
    X500Principal subject = new X500Principal("CN=Shop,O=Acme");

    assertThat(tokens.find(subject).orElseThrow().name()).isEqualTo("a");
    assertThat(faults("""
        a: {certificate: CN=a, scopes: [next]}
        b: {certificate: cn=A, scopes: [read]}
        c: {scopes: [read]}
        """))
        .contains("b: a token or a certificate is in the file twice: names=a, b")
        .contains("c.hash: the token has neither a hash, as 'mintmark token' prints it, nor a");
  }

  @Test
  void read_tooManyHashesOrTokens_areRefused() {
    String hashes = Stream.generate(() -> HASH).limit(9).collect(Collectors.joining(", "));
    assertThat(faults("a: {hash: [%s], scopes: [next]}".formatted(hashes)))
        .contains("a.hash: not 1 to 8 hashes: hashes=9");
    assertThat(faults("a: {hash: [%1$s, %1$s], scopes: [next]}".formatted(HASH)))
        .contains("a: a token or a certificate is in the file twice: names=a, a");
    String tokens = IntStream.range(0, 10_000)
        .mapToObj(i -> "t" + i + ": {hash: " + hash("t" + i) + ", scopes: [next]}\n")
        .collect(Collectors.joining());
    assertThat(faults(tokens)).contains("a file has at most 1000 tokens: tokens=10000");
  }

  private static String hash(String text) {
    return Secret.of(text).text();
  }
}
