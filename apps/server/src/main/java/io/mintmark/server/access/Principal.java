package io.mintmark.server.access;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.mintmark.error.Message;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The caller of a request, and its rights. Thread-safe; callers with one token share its rate. */
public final class Principal {

  /** A caller without a token, where none is needed. */
  public static final Principal NOBODY = new Principal(
      Token.NOBODY,
      "",
      "",
      new Access(
          Tokens::notAsked,
          new AuditLog(Long.MAX_VALUE),
          new CompositeMeterRegistry(),
          InstantSource.fixed(Instant.EPOCH)));

  private final Token token;
  private final AuditLog.Actor actor;
  private final Runnable admitted;
  private final Access access;
  private final RequestTrace trace;

  private Principal(
      Token token, AuditLog.Actor actor, Runnable admitted, Access access, RequestTrace trace) {
    this.token = token;
    this.actor = actor;
    this.admitted = admitted;
    this.access = access;
    this.trace = trace;
  }

  /**
   * Makes a caller.
   *
   * @param token its token
   * @param credential the credential that it sent, see {@link AuditLog.Actor}
   * @param from its address
   * @param access records its actions, its refusals and its use of the token
   */
  Principal(Token token, String credential, String from, Access access) {
    this(
        token,
        new AuditLog.Actor(token.name(), credential, from),
        credential.isEmpty()
            ? () -> {}
            : Access.requests(access.registry(), token.name(), credential, Access.ADMITTED)
                ::increment,
        access,
        RequestTrace.NONE);
  }

  /** Returns the same caller with the trace of one request in its records. */
  public Principal with(RequestTrace request) {
    return this == NOBODY || request.equals(trace)
        ? this
        : new Principal(token, actor, admitted, access, request);
  }

  /** The token's name. */
  public String name() {
    return token.name();
  }

  /**
   * Permits a call.
   *
   * @param permission the right that the call requires
   * @param generators the generators that it names, if any
   * @param cost how many ids it makes; for a call that makes none, 0 or 1, which both use 1 of the
   *     token's rate
   * @throws ProblemException if the token does not permit the call, or has used up its rate
   */
  public void admit(Permission permission, List<String> generators, long cost) {
    require(permission);
    for (String generator : generators) {
      admitTo(generator);
    }
    Optional<RateLimit> rate = token.rate();
    if (rate.isPresent()) {
      spend(rate.get(), Math.max(1, cost));
    }
    admitted.run();
  }

  /**
   * Checks a further right, for a call whose parameters require more rights than the call itself
   * does.
   *
   * @throws ProblemException if the token lacks the right
   */
  public void require(Permission permission) {
    if (!permission.isMetBy(token)) {
      throw forbidden(
          "the token lacks {}: token={}; nothing was done", permission.lacking(), name());
    }
  }

  /**
   * Checks the access to a generator.
   *
   * @throws ProblemException if the token is not for it
   */
  public void admitTo(String generator) {
    if (!token.isFor(generator)) {
      throw forbidden(
          "the token is not for this generator: token={}, generator={}; nothing was done",
          name(),
          generator);
    }
  }

  /** Returns whether the token is for every generator. */
  public boolean isForAll() {
    return token.isForAll();
  }

  /** Returns whether the token is for a generator, to filter a list. */
  public boolean isFor(String generator) {
    return token.isFor(generator);
  }

  /** Returns whether a request for so many ids is recorded. */
  public boolean isRecorded(long count) {
    return access.audit().isRecorded(count);
  }

  /** Records a request for ids if there are many. */
  public void asked(String generator, long count, String result) {
    if (isRecorded(count)) {
      did("next", generator, "count=" + count, result);
    }
  }

  /**
   * Checks that the token has the scope admin, for an action that requires it on a line (a named
   * counter in the store).
   *
   * @param why why this line or this action requires the scope, for the message
   * @throws ProblemException if the token lacks the scope
   */
  void admitToLine(String line, String why) {
    if (!token.has(Scope.ADMIN)) {
      throw forbidden(
          "the token lacks the scope admin: token={}, line={}; {}; nothing was changed",
          name(),
          line,
          why);
    }
  }

  /**
   * Records an action.
   *
   * @param on the generator or line that it affected
   * @param what details of the action
   * @param result its result
   */
  public void did(String act, String on, String what, String result) {
    access.audit().write(actor, act, on, what, result, trace);
  }

  /** Records the refusal of an admitted request that later needs a right that its token lacks. */
  void refused(Throwable cause) {
    access.refused(actor, cause, trace);
  }

  /**
   * Checks that the token is for a line, before the caller writes to the line.
   *
   * @throws ProblemException if the token is not for it
   */
  void admitToClaimOn(String line) {
    if (!token.isForLine(line)) {
      throw forbidden(
          "the token is not for this line: token={}, line={}; nothing was changed", name(), line);
    }
  }

  /**
   * Checks that the token has not expired.
   *
   * @throws ProblemException if it has expired
   */
  void requireUnexpired() {
    if (token.hasExpired(access.clock())) {
      throw ShownToken.refusal(
          "the token has expired: token={}, expires={}; nothing was done",
          name(),
          token.expires().orElseThrow());
    }
  }

  private void spend(RateLimit limit, long cost) {
    if (cost > limit.burst()) {
      throw forbidden(
          "the request is larger than the token's burst: token={}, count={}, burst={}; no id"
              + " issued",
          name(),
          cost,
          limit.burst());
    }
    long waitNanos = limit.spend(cost);
    if (waitNanos > 0) {
      throw new ProblemException(
          Kind.RATE_LIMITED,
          Message.of(
              "the token has used up its rate: token={}, burst={}, retryAfterMs={}; nothing was"
                  + " done",
              name(),
              limit.burst(),
              waitNanos / 1_000_000 + 1),
          (int) Math.min(Integer.MAX_VALUE, Duration.ofNanos(waitNanos).toSeconds() + 1));
    }
  }

  private static ProblemException forbidden(String message, Object... values) {
    return new ProblemException(Kind.FORBIDDEN, Message.of(message, values));
  }
}
