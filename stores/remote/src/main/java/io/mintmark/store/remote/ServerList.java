package io.mintmark.store.remote;

import io.mintmark.error.ConfigurationException;
import io.mintmark.store.engine.KeyFiles;
import io.mintmark.store.engine.ServerUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The servers and credentials that a URL names.
 *
 * @param hosts the address of each server's HTTP interface, in the order of use
 * @param credentials the token or certificate of this client, and the authorities that it trusts
 * @param name the URL without secrets, for messages
 */
record ServerList(List<String> hosts, Credentials credentials, String name) {

  static final Set<String> SCHEMES = Set.of("mintmark");

  private static final String TOKEN_FILE = "token-file";
  private static final String CERTIFICATE = "certificate";
  private static final String KEY = "key";
  private static final String HTTPS = "https://";
  private static final int DEFAULT_PORT = 7600;

  private static final Set<String> PARAMETERS =
      Set.of(ServerUrl.TLS, TOKEN_FILE, ServerUrl.CA, CERTIFICATE, KEY);

  /** Starts to read the settings of a store. */
  static ServerUrl parse(String text) {
    return ServerUrl.of(text, SCHEMES, PARAMETERS);
  }

  /** Reads the remaining settings and the named files, and refuses all that have faults. */
  static ServerList of(ServerUrl url) {
    url.refusePath();
    url.user(false).ifPresent(user -> url.fault("use a token instead of a user: {}", TOKEN_FILE));
    String scheme = url.flag(ServerUrl.TLS) ? HTTPS : "http://";
    List<String> hosts = new ArrayList<>();
    for (ServerUrl.Server server : url.servers(DEFAULT_PORT)) {
      // java.net.URI accepts no underscore in a host name.
      if (server.host().indexOf('_') >= 0) {
        url.fault("not a host: host='{}'", server.host());
      }
      hosts.add(scheme + server);
    }
    if (Set.copyOf(hosts).size() < hosts.size()) {
      url.fault("a server is named twice: servers={}", hosts.size());
    }
    Optional<Path> tokenFile = url.file(TOKEN_FILE);
    Optional<Path> authorities = url.authorities();
    Optional<KeyFiles> own = ownCertificate(url);
    url.check();
    try {
      return new ServerList(hosts, Credentials.read(tokenFile, authorities, own), url.toString());
    } catch (ConfigurationException e) {
      throw new ConfigurationException("store " + url, e.faults());
    }
  }

  /** Returns the files of this process's own certificate, if the URL names them. */
  private static Optional<KeyFiles> ownCertificate(ServerUrl url) {
    Optional<Path> certificate = url.file(CERTIFICATE);
    Optional<Path> key = url.file(KEY);
    if (certificate.isPresent() && !url.flag(ServerUrl.TLS)) {
      url.fault(
          "a certificate of this process needs TLS: tls=false, certificate={}", certificate.get());
    }
    if (url.parameter(CERTIFICATE).isPresent() != url.parameter(KEY).isPresent()) {
      url.fault(
          "{} without {}: a certificate needs its key, and a key its certificate",
          url.parameter(KEY).isPresent() ? KEY : CERTIFICATE,
          url.parameter(KEY).isPresent() ? CERTIFICATE : KEY);
    }
    return certificate.flatMap(first -> key.map(second -> new KeyFiles(first, second)));
  }

  @Override
  public String toString() {
    return name;
  }
}
