package io.mintmark.server.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.mintmark.service.Problem.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of the tokens: the use of each since the start of the server, and how long each
 * remains valid. The counts are kept when the file of tokens changes. Thread-safe.
 */
public final class TokenUses {

  private static final String NAME = "token";
  private static final String CREDENTIAL = "credential";

  private static final String ADMITTED = "admitted";
  private static final String REFUSED = "refused";
  private static final String LIMITED = "limited";
  private static final List<String> OUTCOMES = List.of(ADMITTED, REFUSED, LIMITED);

  private final MeterRegistry registry;
  private final MultiGauge remaining;

  /** Starts without any use. */
  public TokenUses(MeterRegistry registry) {
    this.registry = registry;
    this.remaining = MultiGauge.builder("mintmark.token.remaining")
        .description("How long until the token expires")
        .baseUnit("seconds")
        .register(registry);
  }

  /** Shows the tokens of a file, and forgets the use of all others and of their credentials. */
  public void show(Tokens tokens, InstantSource clock) {
    Map<String, Token> shown =
        tokens.all().stream().collect(Collectors.toMap(Token::name, Function.identity()));
    for (Meter meter : registry.getMeters()) {
      @Nullable String name = meter.getId().getTag(NAME);
      @Nullable String credential = meter.getId().getTag(CREDENTIAL);
      if (name != null && !isShown(shown.get(name), credential)) {
        registry.remove(meter);
      }
    }
    shown.forEach((name, token) -> {
      OUTCOMES.forEach(outcome -> requests(name, outcome));
      token.credentials().forEach(credential -> admitted(name, credential));
    });
    remaining.register(
        shown.values().stream()
            .flatMap(token -> token.expires().stream()
                .map(end -> MultiGauge.Row.of(
                    Tags.of(NAME, token.name()),
                    () -> Duration.between(clock.instant(), end).toMillis() / 1e3)))
            .collect(Collectors.toList()),
        true);
  }

  private static boolean isShown(@Nullable Token token, @Nullable String credential) {
    return token != null
        && (credential == null || token.credentials().anyMatch(credential::equals));
  }

  /** Returns a counter of permitted requests with one credential of a token. */
  LongConsumer admitted(String token, String credential) {
    Counter all = requests(token, ADMITTED);
    Counter own = Counter.builder("mintmark.token.credential.requests")
        .description("Accepted requests, by the proof of the token")
        .tags(NAME, token, CREDENTIAL, credential)
        .register(registry);
    return requests -> {
      all.increment((double) requests);
      own.increment((double) requests);
    };
  }

  /** Returns the counter of refusals because of a token. */
  Counter refusals(String token, Kind kind) {
    return requests(token, kind == Kind.RATE_LIMITED ? LIMITED : REFUSED);
  }

  private Counter requests(String token, String outcome) {
    return Counter.builder("mintmark.token.requests")
        .description("Requests with a token, by outcome")
        .tags(NAME, token, "outcome", outcome)
        .register(registry);
  }
}
