package io.mintmark.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Causes;
import java.util.List;

/** Classifies a server's refusals. */
final class Refusal {

  /**
   * The server's messages for insufficient rights of a user; the second message is for commands in
   * a script.
   */
  private static final List<String> RIGHTS =
      List.of("NOPERM", "The user executing the script can't", "no permissions");

  /**
   * The driver's messages for a connection that was closed during its set-up without a known
   * reason.
   */
  private static final List<String> LOST =
      List.of("Connection closed prematurely", "RedisHandshakeHandler not registered");

  private Refusal() {}

  /** Returns the last cause's message, which is the server's or the network's own text. */
  static String root(Throwable fault) {
    Throwable last = Causes.last(fault);
    return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
  }

  /** Returns whether the server itself refused the command. */
  static boolean isByServer(StoreUnavailableException fault) {
    return fault.getCause() instanceof RedisCommandExecutionException;
  }

  static boolean isOfRights(Throwable fault) {
    String said = root(fault);
    return RIGHTS.stream().anyMatch(said::contains);
  }

  /**
   * Returns whether the server may have refused the connection although the driver does not report
   * it.
   */
  static boolean isLost(Throwable fault) {
    return LOST.contains(root(fault));
  }

  /** Returns whether the server is no longer a primary. */
  static boolean isOfReplica(Throwable fault) {
    return startsWith(fault, "READONLY") || startsWith(fault, "UNBLOCKED");
  }

  /** Returns whether the server's text begins with a code. */
  static boolean startsWith(Throwable fault, String code) {
    return root(fault).startsWith(code);
  }

  /**
   * Returns the words of a redirection by a server of a cluster; empty if the fault is no
   * redirection. A server that redirects has done nothing.
   */
  static List<String> redirection(Throwable fault) {
    String said = root(fault);
    boolean redirects = said.startsWith("MOVED ") || said.startsWith("ASK ");
    return redirects ? List.of(said.split(" ")) : List.of();
  }
}
