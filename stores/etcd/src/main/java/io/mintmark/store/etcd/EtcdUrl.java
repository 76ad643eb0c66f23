package io.mintmark.store.etcd;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.StoreUrl;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URL {@code etcd://USER:PASSWORD@HOST:PORT,HOST:PORT?prefix=P&tls=true&ca=FILE}, taken apart.
 *
 * @param endpoints where the members answer their clients, one or more
 * @param user who to say that this is, or null
 * @param password the user's
 * @param prefix what the keys start with
 * @param tls whether to talk TLS
 * @param ca whose certificates to trust, or null for those that the JVM trusts
 * @param strict whether to refuse a cluster that may lose what it acknowledged
 * @param masked the URL without its secrets
 */
record EtcdUrl(
    List<URI> endpoints,
    @Nullable String user,
    @Nullable String password,
    String prefix,
    boolean tls,
    @Nullable Path ca,
    boolean strict,
    String masked) {

  static final String SCHEME = "etcd://";
  static final String DEFAULT_PREFIX = "/mintmark";

  private static final int DEFAULT_PORT = 2379;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_ENDPOINTS = 50;
  private static final String PREFIX = "prefix";
  private static final String TLS = "tls";
  private static final String CA = "ca";

  private static final Pattern PREFIX_NAME = Pattern.compile("[A-Za-z0-9._:/-]{1,200}");
  private static final Pattern ENDPOINT =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::([0-9]{1,9}))?");

  static EtcdUrl parse(String url) {
    StoreUrl parts = StoreUrl.of(url, Set.of(PREFIX, TLS, CA));
    String masked = mask(url);
    boolean strict = parts.isStrict();
    String rest = parts.forClient().substring(SCHEME.length());
    List<String> faults = new ArrayList<>();
    int extra = indexOfAny(rest, "?#");
    if (extra >= 0) {
      faults.add("the parameters are prefix, tls, ca and strict: found '"
          + parameterName(rest.substring(extra)) + "'");
      rest = rest.substring(0, extra);
    }
    int at = rest.lastIndexOf('@');
    String userInfo = at < 0 ? "" : rest.substring(0, at);
    String hosts = rest.substring(at + 1);
    List<URI> endpoints = endpoints(
        hosts.endsWith("/") ? hosts.substring(0, hosts.length() - 1) : hosts,
        parts.parameter(TLS, "false").equals("true"),
        faults);
    int colon = userInfo.indexOf(':');
    if (at >= 0 && (colon < 1 || colon == userInfo.length() - 1)) {
      faults.add("before the '@' stand a user and a password with a ':' between them");
    }
    String user = colon < 1 ? null : decode(userInfo.substring(0, colon), faults);
    String password = colon < 1 ? null : decode(userInfo.substring(colon + 1), faults);
    String prefix = parts.parameter(PREFIX, DEFAULT_PREFIX);
    boolean tls = flag(parts, faults);
    Path ca = authority(parts.parameter(CA), tls, faults);
    checkPrefix(prefix, faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException("store " + masked, faults);
    }
    return new EtcdUrl(endpoints, user, password, prefix, tls, ca, strict, masked);
  }

  /** Hides what may be a secret; a password with a raw slash in it too. */
  static String mask(String url) {
    return StoreUrl.mask(url.replaceFirst("//[^?#]*@", "//***@"));
  }

  static void checkPrefix(String prefix, List<String> faults) {
    if (!PREFIX_NAME.matcher(prefix).matches()) {
      faults.add(Message.of("a prefix is 1 to 200 of A-Z a-z 0-9 . _ : / -: prefix='{}'", prefix));
    }
  }

  private static List<URI> endpoints(String hosts, boolean tls, List<String> faults) {
    List<URI> endpoints = new ArrayList<>();
    for (String each : hosts.split(",", MAX_ENDPOINTS + 1)) {
      Matcher endpoint = ENDPOINT.matcher(each);
      if (!endpoint.matches()) {
        faults.add(Message.of(
            "a host is a name or an address, then its port if it is not 2379: host='{}'", each));
        continue;
      }
      int port = endpoint.group(2) == null ? DEFAULT_PORT : Integer.parseInt(endpoint.group(2));
      if (port < 1 || port > MAX_PORT) {
        faults.add(Message.of("a port is 1 to {}: port={}", MAX_PORT, port));
        continue;
      }
      endpoints.add(URI.create((tls ? "https://" : "http://") + endpoint.group(1) + ":" + port));
    }
    return endpoints;
  }

  private static boolean flag(StoreUrl parts, List<String> faults) {
    String value = parts.parameter(TLS, "false");
    if (!value.equals("true") && !value.equals("false")) {
      faults.add(Message.of("tls is true or false: tls='{}'", value));
    }
    return value.equals("true");
  }

  private static @Nullable Path authority(@Nullable String ca, boolean tls, List<String> faults) {
    if (ca == null) {
      return null;
    }
    if (!tls) {
      faults.add("ca says whom to trust over TLS: tls=false");
    }
    try {
      Path file = Path.of(ca);
      if (!Files.isReadable(file)) {
        faults.add("ca is a file of certificates in PEM: ca='" + ca + "' cannot be read");
      }
      return file;
    } catch (InvalidPathException e) {
      faults.add("ca is a file of certificates in PEM: ca='" + ca + "' is no path");
      return null;
    }
  }

  private static int indexOfAny(String text, String characters) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** Without the value, which may be a secret. */
  private static String parameterName(String query) {
    int end = indexOfAny(query, "=&");
    return end < 0 ? query : query.substring(0, end);
  }

  private static String decode(String text, List<String> faults) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      faults.add("user and password are percent-encoded");
      return "";
    }
  }
}
