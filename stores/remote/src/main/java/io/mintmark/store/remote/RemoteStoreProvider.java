package io.mintmark.store.remote;

import io.mintmark.store.engine.EngineStoreProvider;

/**
 * Opens {@code mintmark://HOST:PORT,HOST:PORT}. Several hosts are separated by commas, and are
 * tried in this order. Without {@code :PORT}, the port is 7600. Parameters:
 *
 * <ul>
 *   <li>{@code strict=true} refuses servers whose store may lose acknowledged writes;
 *   <li>{@code tls=true} uses HTTPS;
 *   <li>{@code ca=PATH}, with {@code tls=true}, names a PEM file of the authorities that must have
 *       signed the servers' certificates;
 *   <li>{@code token-file=PATH} names the file of the token for the servers.
 * </ul>
 */
public final class RemoteStoreProvider extends EngineStoreProvider {

  /** Called by {@link java.util.ServiceLoader}. */
  public RemoteStoreProvider() {
    super(ServerList.SCHEMES, RemoteStore::builder);
  }
}
