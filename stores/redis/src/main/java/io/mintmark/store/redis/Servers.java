package io.mintmark.store.redis;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import java.util.List;

/** The servers that have the lines. Thread-safe. */
interface Servers {

  /**
   * Finds the server that has a key.
   *
   * @throws StoreUnavailableException if that cannot be told in time
   */
  ServerConnection of(String key, Deadline deadline);

  /** Names the server that has a key as far as is known, without asking anybody. */
  String laneOf(String key);

  /** Names a server as {@link #laneOf(String)} names it for its keys. */
  String laneOf(ServerConnection link);

  /**
   * Finds the server that another one has redirected to.
   *
   * @param from who redirected
   * @param address host and port; an empty host is the redirecting server's own
   */
  ServerConnection redirected(ServerConnection from, String address);

  /** Has the servers looked up anew before the next key is looked up. */
  void forget();

  /** Looks up the servers that take writes, and lists those with an open connection first. */
  List<ServerConnection> primaries(Deadline deadline);

  /** Lists them as far as they are known, and looks them up only if none is. */
  List<ServerConnection> known(Deadline deadline);

  /** Has no further connection opened; the end of the client ends those that are open. */
  void close();
}
