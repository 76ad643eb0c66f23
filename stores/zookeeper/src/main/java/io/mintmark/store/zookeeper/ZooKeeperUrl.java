package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code zookeeper://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...][/NAMESPACE][?PARAMETERS][#NODE]},
 * taken apart.
 *
 * @param access how to reach the servers
 * @param namespace the path after them, without a slash at its end; empty if there is none
 * @param strict whether to refuse an ensemble that may lose what it acknowledged
 * @param node what stands after the hash sign, empty if there is none
 */
record ZooKeeperUrl(EnsembleAddress access, String namespace, boolean strict, String node) {

  static final String SCHEME = "zookeeper://";
  static final String SESSION_TIMEOUT = "sessionTimeoutMs";
  static final int MAX_PATH_LENGTH = 200;

  private static final int MAX_SERVERS = 50;
  private static final int DEFAULT_PORT = 2181;
  private static final int MAX_PORT = 65_535;
  private static final long MIN_SESSION_MS = 1_000;
  private static final long MAX_SESSION_MS = 600_000;

  /** Said alone, as other messages would show a part of the password. */
  private static final List<String> TORN =
      List.of("the characters / ? # in a user or password are written %2F %3F %23");

  private static final Pattern PARTS =
      Pattern.compile("zookeeper://([^/?#]*)([^?#]*)(?:\\?[^#]*)?(?:#(.*))?", Pattern.DOTALL);
  private static final Pattern SERVER = Pattern.compile(
      "((?:[A-Za-z0-9_-]+\\.)*[A-Za-z0-9_-]+\\.?|\\[[0-9A-Fa-f:.]+])(?::(\\d{1,5}))?");
  private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._:-]+)+");

  static boolean accepts(String url) {
    return url.startsWith(SCHEME);
  }

  /** Hides all up to the last at sign, also where a password was not encoded as it must be. */
  static String mask(String url) {
    return StoreUrl.mask(url.replaceFirst("(?s)//.*@", "//***@"));
  }

  static ZooKeeperUrl parse(String url) {
    StoreUrl parameters = StoreUrl.of(url, Set.of(SESSION_TIMEOUT));
    List<String> faults = new ArrayList<>();
    Matcher parts = PARTS.matcher(parameters.forClient());
    if (!parts.matches()) {
      throw new ConfigurationException(
          "store " + mask(url), "not zookeeper://HOST:PORT,.../NAMESPACE");
    }
    String authority = parts.group(1);
    int at = authority.lastIndexOf('@');
    String credentials = at < 0 ? "" : credentials(authority.substring(0, at), faults);
    String servers = servers(authority.substring(at + 1), faults);
    String namespace = parts.group(2).equals("/") ? "" : parts.group(2);
    if (!namespace.isEmpty()) {
      checkPath("a namespace", namespace, faults);
    }
    int question = parameters.forClient().indexOf('?');
    if (question >= 0) {
      faults.add("the parameters are " + StoreUrl.STRICT + " and " + SESSION_TIMEOUT
          + ": there are others too");
    }
    Duration sessionTimeout = sessionTimeout(parameters.parameter(SESSION_TIMEOUT), faults);
    if (!faults.isEmpty()) {
      boolean torn = at < 0 && url.indexOf('@') >= 0;
      throw new ConfigurationException("store " + mask(url), torn ? TORN : faults);
    }
    return new ZooKeeperUrl(
        new EnsembleAddress(servers, credentials, sessionTimeout),
        namespace,
        parameters.isStrict(),
        parts.group(3) == null ? "" : parts.group(3));
  }

  /** Adds a fault for each rule that a path of nodes breaks. */
  static void checkPath(String what, String path, List<String> faults) {
    if (path.length() > MAX_PATH_LENGTH) {
      faults.add(what + " has at most " + MAX_PATH_LENGTH + " characters: length=" + path.length());
    } else if (!PATH.matcher(path).matches()) {
      faults.add(what + " is a path of parts made of A-Z a-z 0-9 . _ : -: path='"
          + mask("//" + path).substring(2) + "'");
    } else if (List.of(path.split("/")).stream().anyMatch(Set.of(".", "..")::contains)) {
      faults.add(Message.of("a part of {} is made of dots: path='{}'", what, path));
    } else if ((path + "/").startsWith("/zookeeper/")) {
      faults.add(what + " is not below /zookeeper, which the servers keep for themselves: path='"
          + path + "'");
    }
  }

  /** Reads servers, and writes them with their ports; adds a fault for each that is wrong. */
  static String servers(String text, List<String> faults) {
    String[] each = text.split(",", -1);
    if (each.length > MAX_SERVERS) {
      faults.add(Message.of("more than {} servers: servers={}", MAX_SERVERS, each.length));
      return "";
    }
    StringJoiner joined = new StringJoiner(",");
    for (String server : each) {
      Matcher parts = SERVER.matcher(server);
      if (!parts.matches()) {
        faults.add(Message.of("not HOST:PORT in ASCII: server='{}'", shortened(server)));
        continue;
      }
      String port = parts.group(2);
      int number = port == null ? DEFAULT_PORT : Integer.parseInt(port);
      if (number < 1 || number > MAX_PORT) {
        faults.add(Message.of("the port is not 1 to {}: server='{}'", MAX_PORT, server));
      }
      joined.add(parts.group(1) + ":" + number);
    }
    return joined.toString();
  }

  private static String credentials(String encoded, List<String> faults) {
    String decoded = encoded;
    try {
      decoded = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      faults.add("a percent sign in the user or password is written %25");
    }
    int colon = decoded.indexOf(':');
    if (colon < 1 || colon == decoded.length() - 1) {
      faults.add("before the at sign there is no USER:PASSWORD");
    }
    return decoded;
  }

  private static Duration sessionTimeout(@Nullable String text, List<String> faults) {
    if (text == null) {
      return EnsembleAddress.DEFAULT_SESSION_TIMEOUT;
    }
    long millis = text.matches("\\d{1,9}") ? Long.parseLong(text) : -1;
    if (millis < MIN_SESSION_MS || millis > MAX_SESSION_MS) {
      faults.add(SESSION_TIMEOUT + " is " + MIN_SESSION_MS + " to " + MAX_SESSION_MS + ": "
          + SESSION_TIMEOUT + "='" + shortened(text) + "'");
    }
    return Duration.ofMillis(millis);
  }

  private static String shortened(String text) {
    return text.length() <= MAX_PATH_LENGTH ? text : text.substring(0, MAX_PATH_LENGTH) + "...";
  }
}
