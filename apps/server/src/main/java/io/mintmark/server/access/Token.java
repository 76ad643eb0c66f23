package io.mintmark.server.access;

import io.mintmark.config.NamePattern;
import io.mintmark.error.Message;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/**
 * A token and its rights. Its checks throw {@link ProblemException}.
 *
 * @param name its name for people; the audit log contains it
 * @param secrets the hashes of its texts; a caller may send any of these texts
 * @param subject the subject of a client certificate that is equivalent to its text, if any
 * @param scopes its scopes, with all included scopes
 * @param generators the names of its generators; all if the list is empty
 * @param lines the lines (counters of the store) on which it may claim; all if the list is empty
 * @param expires the time from which it is refused, if any
 * @param rate the rate of ids or requests, if limited
 */
record Token(
    String name,
    List<Secret> secrets,
    Optional<X500Principal> subject,
    Set<Scope> scopes,
    List<NamePattern> generators,
    List<NamePattern> lines,
    Optional<Instant> expires,
    Optional<RateLimit> rate) {

  /** The name of a certificate as a credential. */
  static final String CERTIFICATE = "certificate";

  /** The token of a caller that has shown none; it has no name. */
  static final Token NOBODY = unlimited("", EnumSet.noneOf(Scope.class));

  /** The token of every caller of a server without tokens. */
  static final Token ANYONE = unlimited("anyone", Scope.ADMIN.all());

  boolean has(Scope wanted) {
    return scopes.contains(wanted);
  }

  boolean isForAll() {
    return generators.isEmpty();
  }

  boolean isFor(String generator) {
    return isForAll() || generators.stream().anyMatch(pattern -> pattern.matches(generator));
  }

  /** Permits a call, see {@link Principal#admit}. */
  void admit(Permission permission, List<String> named, long cost) {
    boolean hasScope = permission.scope.isEmpty() || scopes.contains(permission.scope.get());
    if (!hasScope || (permission == Permission.READ_ALL && !generators.isEmpty())) {
      throw forbidden("the token lacks {}: token={}; nothing was done", permission.lacking(), name);
    }
    if (!generators.isEmpty()) {
      named.forEach(this::admitTo);
    }
    if (rate.isPresent()) {
      spend(rate.get(), Math.max(1, cost));
    }
  }

  /** Checks the access to a generator. */
  void admitTo(String generator) {
    if (!isFor(generator)) {
      throw forbidden(
          "the token is not for this generator: token={}, generator={}; nothing was done",
          name,
          generator);
    }
  }

  private void spend(RateLimit limit, long cost) {
    if (cost > limit.burst) {
      throw forbidden(
          "the request is larger than the token's burst: token={}, count={}, burst={}; no id"
              + " issued",
          name,
          cost,
          limit.burst);
    }
    long waitNanos = limit.spend(cost);
    if (waitNanos > 0) {
      throw new ProblemException(
          Kind.RATE_LIMITED,
          Message.of(
              "the token has used up its rate: token={}, burst={}, retryAfterMs={}; nothing was"
                  + " done",
              name,
              limit.burst,
              waitNanos / 1_000_000 + 1),
          (int) Math.min(Integer.MAX_VALUE, Duration.ofNanos(waitNanos).toSeconds() + 1));
    }
  }

  /** Checks that the token is for a line, before its caller writes to the line. */
  void admitToLine(String line) {
    if (!lines.isEmpty() && lines.stream().noneMatch(pattern -> pattern.matches(line))) {
      throw forbidden(
          "the token is not for this line: token={}, line={}; nothing was changed", name, line);
    }
  }

  /**
   * Checks that the token has the scope admin, for an action that requires it on a line (a named
   * counter in the store).
   *
   * @param why why this line or this action requires the scope, for the message
   */
  void requireAdmin(String line, String why) {
    if (!has(Scope.ADMIN)) {
      throw forbidden(
          "the token lacks the scope admin: token={}, line={}; {}; nothing was changed",
          name,
          line,
          why);
    }
  }

  /** Checks that the token has not expired. Reads the clock only if it can expire. */
  void requireUnexpired(InstantSource clock) {
    if (expires.isPresent() && !clock.instant().isBefore(expires.get())) {
      throw ShownToken.refusal(
          "the token has expired: token={}, expires={}; nothing was done", name, expires.get());
    }
  }

  private static ProblemException forbidden(String message, Object... values) {
    return new ProblemException(Kind.FORBIDDEN, Message.of(message, values));
  }

  /** The names of its credentials: the starts of its hashes, and a certificate. */
  Stream<String> credentials() {
    return Stream.concat(
        secrets.stream().map(Secret::start), subject.stream().map(whose -> CERTIFICATE));
  }

  private static Token unlimited(String name, Set<Scope> scopes) {
    return new Token(
        name,
        List.of(),
        Optional.empty(),
        scopes,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}
