package io.mintmark.store.remote;

import io.mintmark.store.engine.EngineStoreProvider;

/**
 * Opens {@code mintmark://HOST:PORT,HOST:PORT}, several hosts with commas between them, which are
 * asked in this order; {@code :PORT} may be left out for 7600. {@code ?strict=true} refuses servers
 * whose store may lose what it acknowledged, {@code tls=true} asks them by HTTPS, {@code ca=PATH}
 * then names a PEM file of the authorities that their certificates are to be signed by, and {@code
 * token-file=PATH} the file of the token that is shown to them.
 */
public final class RemoteStoreProvider extends EngineStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RemoteStoreProvider() {
    super(ServerList.SCHEMES, RemoteStore::builder);
  }
}
