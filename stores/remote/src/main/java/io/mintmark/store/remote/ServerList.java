package io.mintmark.store.remote;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a URL names.
 *
 * @param hosts the address of each server's HTTP interface, in the order in which they are asked
 * @param credentials what is shown to them, and by what their certificates are checked
 * @param strict whether to refuse a store that may lose what it acknowledged
 * @param name the URL without secrets, for messages
 */
record ServerList(List<String> hosts, Credentials credentials, boolean strict, String name) {

  static final String SCHEME = "mintmark:";

  private static final String TLS = "tls";
  private static final String TOKEN_FILE = "token-file";
  private static final String CA = "ca";
  private static final int MAX_HOSTS = 16;
  private static final int MAX_URL_LENGTH = 5_000;
  private static final int MAX_PORT = 65_535;
  private static final String DEFAULT_PORT = "7600";

  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::([0-9]{1,5}))?");

  /**
   * Reads a URL.
   *
   * @throws ConfigurationException with every fault in it
   */
  static ServerList parse(String url) {
    if (url.length() > MAX_URL_LENGTH) {
      throw new ConfigurationException(
          "store " + SCHEME,
          Message.of(
              "the URL has more than {} characters: length={}", MAX_URL_LENGTH, url.length()));
    }
    StoreUrl parts = StoreUrl.of(url, Set.of(TLS, TOKEN_FILE, CA));
    String rest = parts.forClient().substring(SCHEME.length());
    List<String> faults = new ArrayList<>();
    if (!rest.startsWith("//")) {
      faults.add("not mintmark://HOST:PORT, several with commas between them");
    }
    if (rest.contains("@")) {
      faults.add("a user or password is given, and a server asks for a token: " + TOKEN_FILE);
    }
    if (rest.contains("?") || rest.contains("#")) {
      faults.add("a parameter other than strict, tls, ca and token-file");
    }
    String tls = parts.parameter(TLS, "false");
    if (!tls.equals("true") && !tls.equals("false")) {
      faults.add(Message.of("tls is neither true nor false: tls={}", tls));
    }
    if (parts.parameter(CA) != null && !tls.equals("true")) {
      faults.add("ca is given without tls=true: ca=" + parts.parameter(CA));
    }
    Optional<Credentials> credentials = credentials(parts, faults);
    List<String> hosts = new ArrayList<>();
    if (faults.isEmpty()) {
      for (String host : rest.substring(2).split(",", -1)) {
        hosts.add((tls.equals("true") ? "https://" : "http://") + address(host, faults));
      }
      if (hosts.size() > MAX_HOSTS) {
        faults.add(Message.of("the URL has more than {} hosts: hosts={}", MAX_HOSTS, hosts.size()));
      }
      if (Set.copyOf(hosts).size() < hosts.size()) {
        faults.add("a server is named once");
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("store " + parts, faults);
    }
    return new ServerList(
        List.copyOf(hosts), credentials.orElseThrow(), parts.isStrict(), parts.toString());
  }

  private static String address(String host, List<String> faults) {
    Matcher matcher = HOST.matcher(host);
    if (!matcher.matches()) {
      faults.add(Message.of("not HOST or HOST:PORT: server='{}'", host));
      return host;
    }
    String port = matcher.group(2) == null ? DEFAULT_PORT : matcher.group(2);
    int number = Integer.parseInt(port);
    if (number < 1 || number > MAX_PORT) {
      faults.add(Message.of("the port is not 1 to {}: server='{}'", MAX_PORT, host));
    }
    return matcher.group(1) + ":" + number;
  }

  private static Optional<Credentials> credentials(StoreUrl parts, List<String> faults) {
    try {
      return Optional.of(Credentials.read(
          Optional.ofNullable(parts.parameter(TOKEN_FILE)).map(Path::of),
          Optional.ofNullable(parts.parameter(CA)).map(Path::of)));
    } catch (InvalidPathException e) {
      faults.add(Message.of("the file's path cannot be read: reason={}", e.getMessage()));
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name;
  }
}
