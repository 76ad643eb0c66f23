package io.mintmark.store.zookeeper;

import io.mintmark.error.Message;
import io.mintmark.store.engine.ServerUrl;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A parsed URL:
 * {@code zookeeper://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...][/NAMESPACE][?PARAMETERS][#NODE]}.
 *
 * @param access the ensemble's address
 * @param namespace the path after the servers; empty if there is none
 * @param strict whether to refuse an ensemble that may lose acknowledged writes
 * @param node the text after the {@code #}, empty if there is none
 * @param masked the URL without its secrets
 */
record ZooKeeperUrl(
    EnsembleAddress access, String namespace, boolean strict, String node, String masked) {

  static final Set<String> SCHEMES = Set.of("zookeeper");
  static final int MAX_PATH_LENGTH = 200;

  private static final String SESSION_TIMEOUT = "session-timeout-ms";
  private static final int DEFAULT_PORT = 2181;
  private static final int MIN_SESSION_MS = 1_000;
  private static final int MAX_SESSION_MS = 600_000;
  private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._:-]+)+");

  /** Parses the URL of a store. */
  static ZooKeeperUrl ofStore(String text) {
    ServerUrl url = ServerUrl.of(text, SCHEMES, Set.of(SESSION_TIMEOUT));
    url.refuseCounter();
    return read(url);
  }

  /** Parses the URL of a counter. */
  static ZooKeeperUrl ofCounter(String text) {
    return read(ServerUrl.of(text, SCHEMES, Set.of(SESSION_TIMEOUT)));
  }

  private static ZooKeeperUrl read(ServerUrl url) {
    String namespace = url.path().isEmpty() ? "" : "/" + url.path();
    if (!namespace.isEmpty()) {
      checkPath("namespace", namespace, url.faults());
    }
    int sessionMs = url.number(
        SESSION_TIMEOUT,
        url.parameter(SESSION_TIMEOUT, EnsembleAddress.DEFAULT_SESSION_TIMEOUT_MS),
        MIN_SESSION_MS,
        MAX_SESSION_MS);
    String servers = url.servers(DEFAULT_PORT).stream()
        .map(ServerUrl.Server::toString)
        .collect(Collectors.joining(","));
    ZooKeeperUrl read = new ZooKeeperUrl(
        new EnsembleAddress(servers, url.user(true), Duration.ofMillis(sessionMs)),
        namespace,
        url.strict(),
        url.counter().orElse(""),
        url.toString());
    url.check();
    return read;
  }

  /** Adds a fault if a path of nodes breaks a rule. */
  static void checkPath(String what, String path, List<String> faults) {
    if (path.length() > MAX_PATH_LENGTH) {
      faults.add(Message.of("{} too long: length={} > {}", what, path.length(), MAX_PATH_LENGTH));
    } else if (!PATH.matcher(path).matches()) {
      faults.add(
          Message.of("{} is no path: path='{}'; it has parts of A-Z a-z 0-9 . _ : -", what, path));
    } else if (List.of(path.split("/")).stream().anyMatch(Set.of(".", "..")::contains)) {
      faults.add(Message.of("{} with a part made of dots: path='{}'", what, path));
    } else if ((path + "/").startsWith("/zookeeper/")) {
      faults.add(Message.of(
          "{} below /zookeeper, which the servers keep for themselves: path='{}'", what, path));
    }
  }
}
