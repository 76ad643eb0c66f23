package io.mintmark.store.remote;

import io.mintmark.error.ConfigurationException;
import io.mintmark.store.engine.ServerUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The servers and credentials that a URL names.
 *
 * @param hosts the address of each server's HTTP interface, in the order in which they are asked
 * @param credentials what is shown to them, and by what their certificates are checked
 * @param strict whether to refuse a store that may lose what it acknowledged
 * @param name the URL without secrets, for messages
 */
record ServerList(List<String> hosts, Credentials credentials, boolean strict, String name) {

  static final Set<String> SCHEMES = Set.of("mintmark");

  private static final String TOKEN_FILE = "token-file";
  private static final int DEFAULT_PORT = 7600;

  /**
   * Reads a URL.
   *
   * @throws ConfigurationException with every fault in it
   */
  static ServerList parse(String text) {
    ServerUrl url = ServerUrl.of(text, SCHEMES, Set.of(ServerUrl.TLS, TOKEN_FILE, ServerUrl.CA));
    url.refusePath();
    url.refuseCounter();
    url.user(false)
        .ifPresent(user -> url.fault("a user where servers ask for a token: {}", TOKEN_FILE));
    String scheme = url.flag(ServerUrl.TLS) ? "https://" : "http://";
    List<String> hosts = new ArrayList<>();
    for (ServerUrl.Server server : url.servers(DEFAULT_PORT)) {
      // The JDK's addresses of the Web know no such name.
      if (server.host().indexOf('_') >= 0) {
        url.fault("not a host: host='{}'", server.host());
      }
      hosts.add(scheme + server);
    }
    if (Set.copyOf(hosts).size() < hosts.size()) {
      url.fault("a server is named twice: servers={}", hosts.size());
    }
    boolean strict = url.strict();
    Optional<Path> tokenFile = url.file(TOKEN_FILE);
    Optional<Path> authorities = url.authorities();
    url.check();
    try {
      return new ServerList(
          hosts, Credentials.read(tokenFile, authorities), strict, url.toString());
    } catch (ConfigurationException e) {
      throw new ConfigurationException("store " + url, e.faults());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
