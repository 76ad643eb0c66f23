package io.mintmark.server.access;

import io.mintmark.error.Message;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * One connection's way in: which token it has shown. It keeps no more of it than its hash, and
 * looks it up again as soon as the tokens have changed, so that one that is revoked stops working
 * where it is in use. For one request at a time.
 */
public final class ShownToken {

  /** What clients of Redis call a user whose name they were not told: any of the tokens. */
  public static final String ANY_NAME = "default";

  private final Access access;
  private final String from;
  private final Supplier<Optional<X500Principal>> certificate;
  private @Nullable Secret shown;
  private @Nullable Tokens seen;
  private @Nullable Principal known;

  /** The token that was shown, though it may have expired. */
  private @Nullable Token found;

  /**
   * Makes one that has shown nothing.
   *
   * @param from the caller's address and port, for people
   * @param certificate the subject of the caller's certificate, if it has shown one
   */
  ShownToken(Access access, String from, Supplier<Optional<X500Principal>> certificate) {
    this.access = access;
    this.from = from;
    this.certificate = certificate;
  }

  /** Tells whether a token has to be shown here. */
  public boolean isAsked() {
    return access.asksForTokens();
  }

  /**
   * Tells whether the caller is known by its certificate: no token was shown. A browser shows
   * certificates for whatever page asks it to.
   */
  public boolean isByCertificate() {
    return shown == null && certificate.get().isPresent();
  }

  /** Shows a token, in the place of any before. */
  public void show(String token) {
    shown = Secret.of(token);
    known = null;
    found = null;
  }

  /** Takes back what was shown. */
  public void leave() {
    shown = null;
    known = null;
    found = null;
  }

  /** Takes back what was shown, as it does not hold, leaves a trace of that, and says why. */
  public ProblemException reject(RequestTrace trace) {
    ProblemException why = whyNot();
    refused(why, trace);
    leave();
    return why;
  }

  private ProblemException whyNot() {
    try {
      Principal unused = caller(); // Then only the name is wrong.
    } catch (ProblemException e) {
      if (found != null) {
        return e;
      }
    }
    return new ProblemException(
        Kind.UNAUTHENTICATED, "the token is not valid, or belongs to another name");
  }

  /** The name of the token that was shown last and held; empty if there is none. */
  public String name() {
    Principal caller = known;
    return caller == null ? "" : caller.name();
  }

  /** Tells whether what was shown holds, and is the token of a name. */
  public boolean holds(String name) {
    try {
      String own = caller().name();
      return name.equals(ANY_NAME) || name.equals(own);
    } catch (ProblemException e) {
      return false;
    }
  }

  /** Tells whether what was shown holds. */
  public boolean holds() {
    return holds(ANY_NAME);
  }

  /**
   * Says which caller this is.
   *
   * @throws ProblemException if no token was shown, or none that holds now
   */
  public Principal caller() {
    Tokens now = access.tokens();
    Principal caller = known;
    if (caller == null || seen != now || caller.hasExpired(access.clock())) {
      known = null;
      caller = new Principal(token(now), credential(), from, access.refusals());
      known = caller;
      seen = now;
    }
    return caller;
  }

  /** Leaves a trace of a refusal; of what failed for another reason it leaves none. */
  public void refused(Throwable cause, RequestTrace trace) {
    Token of = found;
    access
        .refusals()
        .record(Optional.ofNullable(of), of == null ? "" : credential(), from, cause, trace);
  }

  /**
   * Leaves a trace of a request that is refused whatever its token allows.
   *
   * @param reason as the problem is called
   */
  public void foreign(String reason, Throwable cause, RequestTrace trace) {
    Token of = found;
    AuditLog.Actor actor = new AuditLog.Actor(name(), of == null ? "" : credential(), from);
    access.refusals().record(reason, actor, cause, trace);
  }

  /** What was shown; nothing where no token is asked for. */
  private String credential() {
    return !isAsked() ? "" : shown == null ? Token.CERTIFICATE : shown.start();
  }

  private static Token ofText(Tokens now, Secret text) {
    return now.find(text)
        .orElseThrow(() -> new ProblemException(
            Kind.UNAUTHENTICATED,
            "the token is not valid: it is unknown, or was withdrawn; nothing was done"));
  }

  private Token ofCertificate(Tokens now) {
    X500Principal subject = certificate
        .get()
        .orElseThrow(() ->
            new ProblemException(Kind.UNAUTHENTICATED, "a token is needed here; nothing was done"));
    return now.find(subject)
        .orElseThrow(() -> new ProblemException(
            Kind.UNAUTHENTICATED,
            Message.of(
                "no token stands for the client certificate: subject={}; nothing was done",
                subject.getName())));
  }

  private Token token(Tokens now) {
    found = null;
    Optional<Token> anyone = now.anyone();
    if (anyone.isPresent()) {
      return anyone.get();
    }
    Token token = shown == null ? ofCertificate(now) : ofText(now, shown);
    found = token;
    if (token.hasExpired(access.clock())) {
      throw new ProblemException(
          Kind.UNAUTHENTICATED,
          Message.of(
              "the token has expired: token={}, expires={}; nothing was done",
              token.name(),
              token.expires().map(Instant::toString).orElse("")));
    }
    return token;
  }
}
