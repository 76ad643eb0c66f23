package io.mintmark.store.redis;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import java.util.List;

/** One server, or the primary that Sentinel names at each new connection. */
record SingleServer(ServerConnection link) implements Servers {

  @Override
  public ServerConnection of(String key, Deadline deadline) {
    return link;
  }

  @Override
  public String laneOf(String key) {
    return link.server();
  }

  @Override
  public ServerConnection redirected(ServerConnection from, String address) {
    throw new StoreUnavailableException(
        "the server is one of a cluster, so the URL needs cluster=true: server=" + from.server());
  }

  @Override
  public void forget() {
    // A failed connection is replaced at the next call.
  }

  @Override
  public List<ServerConnection> primaries(Deadline deadline) {
    return List.of(link);
  }

  @Override
  public List<ServerConnection> known(Deadline deadline) {
    return List.of(link);
  }

  @Override
  public void close() {
    link.close();
  }
}
