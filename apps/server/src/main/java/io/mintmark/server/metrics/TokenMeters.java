package io.mintmark.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.mintmark.server.access.TokenStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The meters of the tokens. Tokens appear and disappear with the content of their file, so each
 * scrape updates the meters. Thread-safe.
 */
final class TokenMeters {

  private static final double MILLIS = 1e3;

  private final MeterRegistry registry;
  private final Supplier<List<TokenStatus>> statuses;

  /** By name, credentials and expiry of the tokens; guarded by this. */
  private final Map<Shown, List<Meter>> meters = new HashMap<>();

  /** The statuses that the meters read; guarded by this. */
  private Map<String, TokenStatus> now = Map.of();

  /**
   * The key of a token's meters. In addition to its counts of requests, a token has a meter for
   * each of its credentials, and one more if it expires.
   */
  private record Shown(String name, Set<String> credentials, Optional<Instant> expires) {}

  TokenMeters(MeterRegistry registry, Supplier<List<TokenStatus>> statuses) {
    this.registry = registry;
    this.statuses = statuses;
  }

  /** Reads the present tokens and their statuses. */
  synchronized void refresh() {
    now = statuses.get().stream().collect(Collectors.toMap(TokenStatus::name, each -> each));
    Map<Shown, List<Meter>> gone = new HashMap<>(meters);
    now.values().forEach(each -> gone.remove(shown(each)));
    gone.forEach((token, its) -> {
      its.forEach(registry::remove);
      meters.remove(token);
    });
    now.values().forEach(each -> meters.computeIfAbsent(shown(each), this::register));
  }

  private static Shown shown(TokenStatus status) {
    return new Shown(status.name(), status.byCredential().keySet(), status.expires());
  }

  private List<Meter> register(Shown token) {
    List<Meter> registered = new ArrayList<>();
    registered.add(requests(token.name, "admitted", TokenStatus::admitted));
    registered.add(requests(token.name, "refused", TokenStatus::refused));
    registered.add(requests(token.name, "limited", TokenStatus::limited));
    token.credentials.forEach(each -> registered.add(FunctionCounter.builder(
            "mintmark.token.credential.requests",
            this,
            all -> all.read(token.name, status -> status.byCredential().getOrDefault(each, 0L)))
        .description("Accepted requests with a token, by its hash or certificate")
        .tags("token", token.name, "credential", each)
        .register(registry)));
    token.expires.ifPresent(end -> registered.add(
        TimeGauge.builder("mintmark.token.remaining", this, TimeUnit.SECONDS, each -> until(end))
            .description("How long until the token expires")
            .tag("token", token.name)
            .register(registry)));
    return registered;
  }

  private Meter requests(String name, String outcome, ToDoubleFunction<TokenStatus> count) {
    return FunctionCounter.builder("mintmark.token.requests", this, each -> each.read(name, count))
        .description("Requests with a token, by outcome")
        .tags("token", name, "outcome", outcome)
        .register(registry);
  }

  private synchronized double read(String name, ToDoubleFunction<TokenStatus> count) {
    return Optional.ofNullable(now.get(name)).map(count::applyAsDouble).orElse(0.0);
  }

  private double until(Instant end) {
    return (end.toEpochMilli() - registry.config().clock().wallTime()) / MILLIS;
  }
}
