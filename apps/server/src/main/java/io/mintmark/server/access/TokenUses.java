package io.mintmark.server.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.mintmark.service.Problem.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The metrics of the tokens: the use of each since the start of the server, and how long each
 * remains valid. The counts are kept when the file of tokens changes. Thread-safe.
 */
public final class TokenUses {

  private static final String NAME = "token";
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
    Set<Meter> shown = new HashSet<>();
    for (Token token : tokens.all()) {
      OUTCOMES.forEach(outcome -> shown.add(requests(token.name(), outcome)));
      token.credentials().forEach(each -> shown.add(credentialRequests(token.name(), each)));
    }
    registry.getMeters().stream()
        .filter(meter -> meter instanceof Counter && meter.getId().getTag(NAME) != null)
        .filter(meter -> !shown.contains(meter))
        .forEach(registry::remove);
    remaining.register(
        tokens.all().stream()
            .flatMap(token -> token.expires().stream()
                .map(end -> MultiGauge.Row.of(
                    Tags.of(NAME, token.name()),
                    () -> Duration.between(clock.instant(), end).toMillis() / 1e3)))
            .collect(Collectors.toList()),
        true);
  }

  /** Returns an action that counts a permitted request with one credential of a token. */
  Runnable admitted(String token, String credential) {
    Counter all = requests(token, ADMITTED);
    Counter own = credentialRequests(token, credential);
    return () -> {
      all.increment();
      own.increment();
    };
  }

  private Counter credentialRequests(String token, String credential) {
    return Counter.builder("mintmark.token.credential.requests")
        .description("Accepted requests, by the proof of the token")
        .tags(NAME, token, "credential", credential)
        .register(registry);
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
