package io.mintmark.store.etcd;

import io.mintmark.store.engine.EngineBuilder;
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
 * @param prefix the prefix of the keys
 * @param tls whether to use TLS
 * @param ca the file of trusted certificates; empty for the JVM's trusted certificates
 * @param strict whether to refuse a cluster that may lose acknowledged writes
 * @param masked the URL without its secrets
 */
record EtcdUrl(
    List<URI> endpoints,
    Optional<ServerUrl.User> user,
    String prefix,
    boolean tls,
    Optional<Path> ca,
    boolean strict,
    String masked) {

  static final Set<String> SCHEMES = Set.of("etcd");

  private static final int DEFAULT_PORT = 2379;
  private static final String PREFIX = "prefix";

  static EtcdUrl parse(String text) {
    ServerUrl url = ServerUrl.of(text, SCHEMES, Set.of(PREFIX, ServerUrl.TLS, ServerUrl.CA));
    url.refusePath();
    url.refuseCounter();
    boolean tls = url.flag(ServerUrl.TLS);
    List<URI> endpoints = url.servers(DEFAULT_PORT).stream()
        .map(server -> URI.create((tls ? "https://" : "http://") + server))
        .toList();
    String prefix = url.parameter(PREFIX, EtcdKeys.DEFAULT_PREFIX);
    EngineBuilder.checkPrefix(prefix, EtcdKeys.MAX_PREFIX_LENGTH, url.faults());
    EtcdUrl parsed = new EtcdUrl(
        endpoints, url.user(true), prefix, tls, url.authorities(), url.strict(), url.toString());
    url.check();
    return parsed;
  }
}
