package io.mintmark.store.etcd;

import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.ServerUrl;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A URL {@code etcd://USER:PASSWORD@HOST:PORT,HOST:PORT?prefix=P&tls=true&ca=FILE}, taken apart.
 *
 * @param endpoints where the members answer their clients, one or more
 * @param user who to say that this is
 * @param prefix what the keys start with
 * @param tls whether to talk TLS
 * @param ca whose certificates to trust; empty for those that the JVM trusts
 * @param strict whether to refuse a cluster that may lose what it acknowledged
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
