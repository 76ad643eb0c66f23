package io.mintmark.server.access;

import io.micrometer.core.instrument.Counter;
import io.mintmark.service.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The caller of a request, and its rights. Thread-safe; callers with one token share its rate. */
public final class Principal {

  final Token token;
  private final AuditLog.Actor actor;

  /** Counts the admitted requests with its credential, if it has shown one. */
  private final @Nullable Counter admitted;

  private final Access access;
  private final AuditLog audit;

  /**
   * Makes a caller.
   *
   * @param token its token
   * @param credential the credential that it sent, see {@link AuditLog.Actor}
   * @param from its address
   * @param access records its actions, its refusals and its use of the token
   */
  Principal(Token token, String credential, String from, Access access) {
    this.token = token;
    this.actor = new AuditLog.Actor(token.name(), credential, from);
    this.admitted = credential.isEmpty()
        ? null
        : Access.requests(access.registry(), token.name(), credential, Access.ADMITTED);
    this.access = access;
    this.audit = access.audit();
  }

  /** The token's name; empty without a token. */
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
    token.admit(permission, generators, cost);
    if (admitted != null) {
      admitted.increment();
    }
  }

  /**
   * Checks the access to a generator that the call does not name itself.
   *
   * @throws ProblemException if the token is not for it
   */
  public void admitTo(String generator) {
    token.admitTo(generator);
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
    return audit.isRecorded(count);
  }

  /**
   * Records an action.
   *
   * @param on the generator or line that it affected
   * @param what details of the action
   * @param result its result
   * @param trace the trace of its request
   */
  public void did(String act, String on, String what, String result, RequestTrace trace) {
    audit.write(actor, act, on, what, result, trace);
  }

  /** Records the refusal of an admitted request that later needs a right that its token lacks. */
  void refused(Throwable cause, RequestTrace trace) {
    access.refused(actor, cause, trace);
  }
}
