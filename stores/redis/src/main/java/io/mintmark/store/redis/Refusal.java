package io.mintmark.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Causes;
import java.util.List;

/** The meanings of a server's refusal. */
final class Refusal {

  /** How the server says that a user's rights do not suffice; the second in a script. */
  private static final List<String> RIGHTS =
      List.of("NOPERM", "The user executing the script can't", "no permissions");

  /** How the driver says that a connection ended as it began, and that it does not know why. */
  private static final List<String> LOST =
      List.of("Connection closed prematurely", "RedisHandshakeHandler not registered");

  private Refusal() {}

  /** Returns what the last cause says, which is the server's or the network's own words. */
  static String root(Throwable fault) {
    Throwable last = Causes.last(fault);
    return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
  }

  /** Whether it was the server itself that said no. */
  static boolean isByServer(StoreUnavailableException fault) {
    return fault.getCause() instanceof RedisCommandExecutionException;
  }

  static boolean isOfRights(Throwable fault) {
    String said = root(fault);
    return RIGHTS.stream().anyMatch(said::contains);
  }

  /** Whether the server may have refused the connection without the driver's telling so. */
  static boolean isLost(Throwable fault) {
    return LOST.contains(root(fault));
  }

  /** Whether the server was a primary and is one no more. */
  static boolean isOfReplica(Throwable fault) {
    String said = root(fault);
    return said.startsWith("READONLY") || said.startsWith("UNBLOCKED");
  }

  /** Whether the server may answer for other servers' slots soon. */
  static boolean isOfDownCluster(Throwable fault) {
    return root(fault).startsWith("CLUSTERDOWN");
  }

  static boolean isNoScript(Throwable fault) {
    return root(fault).startsWith("NOSCRIPT");
  }

  /** Whether the key holds something that is no hash. */
  static boolean isOfType(Throwable fault) {
    return root(fault).startsWith("WRONGTYPE");
  }

  /** Whether HINCRBY found no number, or one to which nothing so large can be added. */
  static boolean isOfIncrement(Throwable fault) {
    String said = root(fault);
    return said.contains("is not an integer") || said.contains("would overflow");
  }

  /** Returns the words that a cluster's server redirects with, which has done nothing then. */
  static List<String> redirection(Throwable fault) {
    String said = root(fault);
    boolean redirects = said.startsWith("MOVED ") || said.startsWith("ASK ");
    return redirects ? List.of(said.split(" ")) : List.of();
  }
}
