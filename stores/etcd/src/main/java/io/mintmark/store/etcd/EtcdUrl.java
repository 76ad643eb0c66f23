package io.mintmark.store.etcd;

import io.mintmark.store.engine.ServerUrl;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A parsed URL {@code etcd://USER:PASSWORD@HOST:PORT,HOST:PORT?prefix=P&tls=true&ca=FILE}.
 *
 * @param endpoints the members' addresses for clients, one or more
 * @param user the user and the password, if the URL contains them
 * @param tls whether to use TLS
 * @param ca the file of trusted certificates; empty for the JVM's trusted certificates
 * @param masked the URL without its secrets
 */
record EtcdUrl(
    List<URI> endpoints,
    Optional<ServerUrl.User> user,
    boolean tls,
    Optional<Path> ca,
    String masked) {

  static final Set<String> SCHEMES = Set.of("etcd");

  private static final int DEFAULT_PORT = 2379;

  /** Starts to read the settings of a store. */
  static ServerUrl parse(String text) {
    return ServerUrl.of(text, SCHEMES, Set.of(ServerUrl.PREFIX, ServerUrl.TLS, ServerUrl.CA));
  }

  /** Reads the remaining settings, and refuses the URL if it has faults. */
  static EtcdUrl of(ServerUrl url) {
    url.refusePath();
    boolean tls = url.flag(ServerUrl.TLS);
    List<URI> endpoints = url.servers(DEFAULT_PORT).stream()
        .map(server -> URI.create((tls ? "https://" : "http://") + server))
        .toList();
    EtcdUrl parsed = new EtcdUrl(endpoints, url.user(true), tls, url.authorities(), url.toString());
    url.check();
    return parsed;
  }
}
