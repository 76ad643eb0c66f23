package io.mintmark.server.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Authenticates callers by their tokens, and records their actions, for all protocols. Thread-safe.
 *
 * @param tokens the present tokens, which replace earlier ones at once
 * @param audit records the actions of callers
 * @param registry counts the requests with each token
 * @param clock decides whether a token has expired
 */
public record Access(
    AtomicReference<Tokens> tokens, AuditLog audit, MeterRegistry registry, InstantSource clock) {

  static final String ADMITTED = "admitted";
  private static final String REFUSED = "refused";
  private static final String LIMITED = "limited";
  static final List<String> OUTCOMES = List.of(ADMITTED, REFUSED, LIMITED);

  private static final Set<Kind> RECORDED =
      Set.of(Kind.UNAUTHENTICATED, Kind.FORBIDDEN, Kind.RATE_LIMITED, Kind.FOREIGN_ORIGIN);

  /** Returns whether callers must show a token. */
  public boolean asksForTokens() {
    return Objects.requireNonNull(tokens.get()).areAsked;
  }

  /** Records and counts a refusal because of the caller; ignores all other failures. */
  void refused(AuditLog.Actor actor, Throwable cause, RequestTrace trace) {
    if (cause instanceof ProblemException refusal && RECORDED.contains(refusal.kind())) {
      if (!actor.credential().isEmpty()) {
        String outcome = refusal.kind() == Kind.RATE_LIMITED ? LIMITED : REFUSED;
        requests(registry, actor.token(), actor.credential(), outcome).increment();
      }
      audit.refused(refusal.kind().code(), actor, cause, trace);
    }
  }

  /** Returns the counter of a token's requests with one outcome. */
  static Counter requests(MeterRegistry registry, String token, String credential, String outcome) {
    return Counter.builder("mintmark.token.requests")
        .description("Requests with a token, by its proof and by outcome")
        .tags("token", token, "credential", credential, "outcome", outcome)
        .register(registry);
  }
}
