package io.mintmark.server.access;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Supplier;

/** Lets callers in by their tokens, for all protocols. Thread-safe. */
public final class Access {

  private final Supplier<Tokens> tokens;
  private final AuditLog audit;
  private final Refusals refusals;

  /**
   * Makes one.
   *
   * @param tokens those that hold now; asked at each call
   * @param audit what keeps what was done
   */
  public Access(Supplier<Tokens> tokens, AuditLog audit) {
    this.tokens = tokens;
    this.audit = audit;
    this.refusals = new Refusals(audit);
  }

  /** Lets everybody do everything, and keeps no record of it. */
  public static Access open() {
    Tokens all = Tokens.notAsked();
    return new Access(() -> all, AuditLog.NONE);
  }

  /** Tells whether callers have to show a token. */
  public boolean asksForTokens() {
    return tokens.get().anyone().isEmpty();
  }

  /** A new connection's way in. */
  public ShownToken shownToken(SocketAddress from) {
    return new ShownToken(this, text(from));
  }

  Tokens tokens() {
    return tokens.get();
  }

  Refusals refusals() {
    return refusals;
  }

  AuditLog audit() {
    return audit;
  }

  /** Without a name: to ask for one may take seconds. */
  private static String text(SocketAddress from) {
    return from instanceof InetSocketAddress address && address.getAddress() != null
        ? address.getAddress().getHostAddress() + ":" + address.getPort()
        : String.valueOf(from);
  }
}
