package io.mintmark.store.redis;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import java.util.List;

/** Finds the servers that have the lines, which are the counters of a store. Thread-safe. */
interface Servers {

  /**
   * Finds the server that has a key.
   *
   * @throws StoreUnavailableException if the server cannot be found before the deadline
   */
  ServerConnection of(String key, Deadline deadline);

  /**
   * Returns the name of the server that has a key; empty while that server is unknown. Sends no
   * command.
   */
  String laneOf(String key);

  /**
   * Finds the server to which another server has redirected a request.
   *
   * @param from the server that redirected
   * @param address host and port; an empty host is the redirecting server's own
   */
  ServerConnection redirected(ServerConnection from, String address);

  /** Discards the known servers, so that the next call looks them up again. */
  void forget();

  /** Looks up the servers that take writes, and lists those with an open connection first. */
  List<ServerConnection> primaries(Deadline deadline);

  /** Lists the known servers that take writes. Looks them up only if none is known. */
  List<ServerConnection> known(Deadline deadline);

  /** Opens no further connection. Shutting the client down closes the open ones. */
  void close();
}
