package io.mintmark.server.access;

import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;

/** Authenticates callers by their tokens, for all protocols. Thread-safe. */
public final class Access {

  private static final Set<Kind> BECAUSE_OF_THE_TOKEN =
      Set.of(Kind.UNAUTHENTICATED, Kind.FORBIDDEN, Kind.RATE_LIMITED);

  private final Supplier<Tokens> tokens;
  private final AuditLog audit;
  private final TokenUses uses;
  private final InstantSource clock;

  /**
   * Makes an access control.
   *
   * @param tokens the present tokens; read at each call
   * @param audit records the actions of callers
   * @param uses counts the use of tokens
   * @param clock decides whether a token has expired
   */
  public Access(Supplier<Tokens> tokens, AuditLog audit, TokenUses uses, InstantSource clock) {
    this.tokens = tokens;
    this.audit = audit;
    this.uses = uses;
    this.clock = clock;
  }

  /** Returns whether callers must show a token. */
  public boolean asksForTokens() {
    return tokens.get().anyone().isEmpty();
  }

  /**
   * Starts the authentication of a new connection.
   *
   * @param from the client's address
   * @param certificate the subject of the client's certificate, if it has shown one; read when a
   *     request needs it
   */
  public ShownToken shownToken(SocketAddress from, Supplier<Optional<X500Principal>> certificate) {
    return new ShownToken(this, text(from), certificate);
  }

  InstantSource clock() {
    return clock;
  }

  Tokens tokens() {
    return tokens.get();
  }

  TokenUses uses() {
    return uses;
  }

  /** Records and counts a refusal because of the token; ignores all other failures. */
  void refused(AuditLog.Actor actor, Throwable cause, RequestTrace trace) {
    if (cause instanceof ProblemException refusal
        && BECAUSE_OF_THE_TOKEN.contains(refusal.kind())) {
      if (!actor.credential().isEmpty()) {
        uses.refusals(actor.token(), refusal.kind()).increment();
      }
      audit.refused(refusal.kind().code(), actor, cause, trace);
    }
  }

  /** The audit log. */
  public AuditLog audit() {
    return audit;
  }

  /** Formats the address without a host name, because looking one up may take seconds. */
  private static String text(SocketAddress from) {
    return from instanceof InetSocketAddress address && address.getAddress() != null
        ? address.getAddress().getHostAddress() + ":" + address.getPort()
        : String.valueOf(from);
  }
}
