package io.mintmark.server.access;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;

/** Lets callers in by their tokens, for all protocols. Thread-safe. */
public final class Access {

  private final Supplier<Tokens> tokens;
  private final AuditLog audit;
  private final Refusals refusals;
  private final InstantSource clock;

  /**
   * Makes one.
   *
   * @param tokens those that hold now; asked at each call
   * @param audit what keeps what was done
   * @param clock tells whether a token has expired
   */
  public Access(Supplier<Tokens> tokens, AuditLog audit, InstantSource clock) {
    this.tokens = tokens;
    this.audit = audit;
    this.refusals = new Refusals(audit);
    this.clock = clock;
  }

  /** Lets everybody do everything, and records no request for ids. */
  public static Access open() {
    Tokens all = Tokens.notAsked();
    return new Access(() -> all, new AuditLog(Long.MAX_VALUE), InstantSource.fixed(Instant.EPOCH));
  }

  /** Tells whether callers have to show a token. */
  public boolean asksForTokens() {
    return tokens.get().anyone().isEmpty();
  }

  /**
   * A new connection's way in.
   *
   * @param from the client's address
   * @param certificate the subject of the certificate that the client has shown, if it has; asked
   *     for when there is a request
   */
  public ShownToken shownToken(SocketAddress from, Supplier<Optional<X500Principal>> certificate) {
    return new ShownToken(this, text(from), certificate);
  }

  /** How each token does. */
  public List<TokenStatus> statuses() {
    return tokens.get().statuses();
  }

  InstantSource clock() {
    return clock;
  }

  Tokens tokens() {
    return tokens.get();
  }

  Refusals refusals() {
    return refusals;
  }

  /** What keeps what was done. */
  public AuditLog audit() {
    return audit;
  }

  /** Without a name: to ask for one may take seconds. */
  private static String text(SocketAddress from) {
    return from instanceof InetSocketAddress address && address.getAddress() != null
        ? address.getAddress().getHostAddress() + ":" + address.getPort()
        : String.valueOf(from);
  }
}
