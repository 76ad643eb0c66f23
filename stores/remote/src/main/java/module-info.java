/** A store behind a Mintmark server, or behind several servers that share one store. */
module io.mintmark.store.remote {
  requires transitive io.mintmark.store.engine;
  requires transitive java.net.http;
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;

  exports io.mintmark.store.remote;

  provides io.mintmark.store.ClaimStoreProvider with
      io.mintmark.store.remote.RemoteStoreProvider;
}
