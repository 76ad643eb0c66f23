package io.mintmark.server.access;

import io.mintmark.service.LogThrottle;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.mintmark.time.ElapsedClock;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records refused callers in the log and the audit log. A caller can be refused at any rate, so
 * each pair of token and reason gets one record in ten seconds. The record has the number of
 * refusals that were left out before it. Thread-safe.
 */
final class Refusals {

  private static final Logger LOG = System.getLogger(Refusals.class.getName());

  private static final Set<Kind> BECAUSE_OF_THE_TOKEN =
      Set.of(Kind.UNAUTHENTICATED, Kind.FORBIDDEN, Kind.RATE_LIMITED);

  private final AuditLog audit;
  private final TokenUses uses;

  /** Keyed by reason and by the name of a token in the file, or an empty name. */
  private final Map<String, LogThrottle> throttles = new ConcurrentHashMap<>();

  Refusals(AuditLog audit, TokenUses uses) {
    this.audit = audit;
    this.uses = uses;
  }

  /** Returns the audit log, which records actions and the refusals that are not left out. */
  AuditLog audit() {
    return audit;
  }

  /** The use of the tokens. */
  TokenUses uses() {
    return uses;
  }

  /** Records a refusal because of the token, if it is one; the actor's token may be unknown. */
  void record(AuditLog.Actor actor, Throwable cause, RequestTrace trace) {
    Kind kind = cause instanceof ProblemException refusal ? refusal.kind() : Kind.INTERNAL;
    if (BECAUSE_OF_THE_TOKEN.contains(kind)) {
      if (!actor.credential().isEmpty()) {
        uses.refusals(actor.token(), kind).increment();
      }
      record(kind.code(), actor, cause, trace);
    }
  }

  /**
   * Records a refusal for any reason. There is a fixed number of reasons, so the number of
   * throttles is bounded.
   */
  void record(String reason, AuditLog.Actor actor, Throwable cause, RequestTrace trace) {
    throttles
        .computeIfAbsent(
            reason + " " + actor.token(), unused -> new LogThrottle(ElapsedClock.system()))
        .admit()
        .ifPresent(leftOut -> write(actor, reason, leftOut, cause, trace));
  }

  private void write(
      AuditLog.Actor actor, String reason, long leftOut, Throwable cause, RequestTrace trace) {
    Map<String, String> named = named(actor, reason, trace);
    List<String> values = new ArrayList<>(named.values());
    values.add(String.valueOf(cause.getMessage()));
    values.add(Long.toString(leftOut));
    LOG.log(
        Logger.Level.WARNING,
        "a caller was refused: " + AuditLog.pattern(named.keySet()) + ": {" + named.size()
            + "}; similar messages suppressed: {" + (named.size() + 1) + "}",
        values.toArray());
    audit.write(
        actor, "refused", reason, "unsaid=" + leftOut, String.valueOf(cause.getMessage()), trace);
  }

  /** Returns the values of the log line by name, so that programs can find each of them. */
  private static Map<String, String> named(
      AuditLog.Actor actor, String reason, RequestTrace trace) {
    Map<String, String> named = new LinkedHashMap<>();
    named.put("reason", reason);
    named.put("token", actor.token().isEmpty() ? "none" : actor.token());
    named.put("from", actor.from());
    named.putAll(trace.facts());
    return named;
  }
}
