package io.mintmark.server.access;

import io.mintmark.error.Message;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates one connection. Keeps only the hash of the shown token, and looks it up again as
 * soon as the tokens have changed, so a revoked token stops working on open connections. Not
 * thread-safe: the connection handles one request at a time.
 */
public final class ShownToken {

  /** The user name that Redis clients send if they know none. It matches every token. */
  public static final String ANY_NAME = "default";

  private final Access access;
  private final AtomicReference<Tokens> tokens;
  private final InstantSource clock;
  private final String from;
  private final Supplier<Optional<X500Principal>> certificate;
  private @Nullable Secret shown;
  private @Nullable Tokens seen;

  /** The caller without its token, where none is needed. */
  public final Principal nobody;

  /** The caller with the token that was shown, even if it has expired. */
  private Principal known;

  /**
   * Makes an authentication without a token.
   *
   * @param access has the present tokens
   * @param from the caller's address and port, for people
   * @param certificate the subject of the caller's certificate, if it has shown one; read when a
   *     request needs it
   */
  public ShownToken(Access access, String from, Supplier<Optional<X500Principal>> certificate) {
    this.access = access;
    this.tokens = access.tokens();
    this.clock = access.clock();
    this.from = from;
    this.certificate = certificate;
    this.nobody = new Principal(Token.NOBODY, "", from, access);
    this.known = nobody;
  }

  /** Returns whether a token must be shown here. */
  public boolean isAsked() {
    return Objects.requireNonNull(tokens.get()).areAsked;
  }

  /**
   * Returns whether the caller is known by its certificate only, without a token. Then a request
   * may come from a foreign web page, because a browser shows its certificate for any page.
   */
  public boolean isByCertificate() {
    return shown == null && certificate.get().isPresent();
  }

  /** Shows a token. It replaces any token that was shown before. */
  public void show(String token) {
    leave();
    shown = Secret.of(token);
  }

  /** Forgets the shown token. */
  public void leave() {
    shown = null;
    known = nobody;
    seen = null;
  }

  /**
   * Checks the shown token.
   *
   * @param name the name that the client has sent with it
   * @throws ProblemException if the token is not valid, or has another name
   */
  public void check(String name) {
    Principal caller = caller();
    if (!name.equals(ANY_NAME) && !name.equals(caller.name())) {
      throw refusal("the token belongs to another name; nothing was done");
    }
  }

  /** Returns the caller; null if no token was shown, or the token is not valid now. */
  public @Nullable Principal known() {
    try {
      return caller();
    } catch (ProblemException e) {
      return null;
    }
  }

  /**
   * Returns the caller.
   *
   * @throws ProblemException if no token was shown, or the token is not valid now
   */
  public Principal caller() {
    Tokens now = Objects.requireNonNull(tokens.get());
    if (seen != now) {
      known = nobody;
      known = known(now);
      seen = now;
    }
    known.token.requireUnexpired(clock);
    return known;
  }

  /** Records a refusal because of the caller. Failures for other reasons are not recorded. */
  public void refused(Throwable cause, RequestTrace trace) {
    known.refused(cause, trace);
  }

  private Principal known(Tokens now) {
    Secret secret = shown;
    if (!now.areAsked) {
      return new Principal(Token.ANYONE, "", from, access);
    }
    if (secret != null) {
      Token token = now.find(secret)
          .orElseThrow(() ->
              refusal("the token is not valid: it is unknown, or was withdrawn; nothing was done"));
      return new Principal(token, secret.start(), from, access);
    }
    X500Principal subject =
        certificate.get().orElseThrow(() -> refusal("a token is needed here; nothing was done"));
    Token token = now.find(subject)
        .orElseThrow(() -> refusal(
            "no token has the client certificate: subject={}; nothing was done",
            subject.getName()));
    return new Principal(token, Token.CERTIFICATE, from, access);
  }

  static ProblemException refusal(String message, Object... values) {
    return new ProblemException(Kind.UNAUTHENTICATED, Message.of(message, values));
  }
}
