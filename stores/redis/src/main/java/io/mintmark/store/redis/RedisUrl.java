package io.mintmark.store.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.StoreUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code redis://[user:password@]host[:port][,host[:port]...][/database][?parameters][#counter]},
 * and {@code rediss://} for TLS, taken apart.
 */
final class RedisUrl {

  static final String PREFIX = "prefix";
  static final String WAIT = "wait";

  private static final String SENTINEL = "sentinel";
  private static final String SENTINEL_PASSWORD = "sentinelPassword";
  private static final String CLUSTER = "cluster";
  private static final String VERIFY_PEER = "verifyPeer";
  private static final Set<String> PARAMETERS =
      Set.of(PREFIX, WAIT, SENTINEL, SENTINEL_PASSWORD, CLUSTER, VERIFY_PEER);

  private static final int MAX_LENGTH = 10_000;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_NUMBER = 999_999;
  private static final Pattern FORM = Pattern.compile(
      "(rediss?)://(?:([^/?#]*)@)?([^/?#@]*)(?:/([^?#]*))?(?:\\?([^#]*))?(?:#(.*))?",
      Pattern.DOTALL);
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::([0-9]{1,9}))?");

  private final List<String> faults = new ArrayList<>();
  private final StoreUrl url;
  private final List<RedisURI> uris = new ArrayList<>();
  private final Matcher form;

  private RedisUrl(String text) {
    url = StoreUrl.of(text, PARAMETERS);
    form = FORM.matcher(text);
    if (!form.matches() || isPasswordCutShort()) {
      throw new ConfigurationException(
          "store " + url,
          "the URL is redis://[user:password@]host[:port][/database] or rediss://; a user or"
              + " password is written with %40 for an at sign, and so on");
    }
    Matcher unknown = Pattern.compile("[?&]([^=&#]*)")
        .matcher(url.forClient().replaceFirst("#.*", "").replaceFirst("^[^?]*", ""));
    while (unknown.find()) {
      faults.add("no such parameter: '" + unknown.group(1) + "', known are strict, new, "
          + String.join(", ", PARAMETERS.stream().sorted().toList()));
    }
  }

  /** Whether a slash, question mark or hash in a password has ended what it is part of. */
  private boolean isPasswordCutShort() {
    String at = "@";
    String path = form.group(4) == null ? "" : form.group(4);
    String counter = form.group(6) == null ? "" : form.group(6);
    String query = form.group(5) == null ? "" : form.group(5);
    return form.group(2) == null
        && (path.contains(at)
            || query.contains(at)
            || (counter.contains(at)
                && !List.of(form.group(3).split(",", -1)).stream()
                    .allMatch(host -> HOST.matcher(host).matches())));
  }

  static boolean accepts(String url) {
    return url.startsWith("redis:") || url.startsWith("rediss:");
  }

  /**
   * Takes a URL apart.
   *
   * @throws ConfigurationException with every fault in it
   */
  static RedisUrl of(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new ConfigurationException(
          "store",
          Message.of("a URL has at most {} characters: length={}", MAX_LENGTH, text.length()));
    }
    RedisUrl parsed = new RedisUrl(text);
    parsed.read();
    if (!parsed.faults.isEmpty()) {
      throw new ConfigurationException("store " + parsed.url, parsed.faults);
    }
    return parsed;
  }

  StoreUrl url() {
    return url;
  }

  boolean isCluster() {
    return url.parameter(CLUSTER, "false").equals("true");
  }

  boolean isSentinel() {
    return url.parameter(SENTINEL) != null;
  }

  /** Returns the server, the primary as Sentinel names it, or the cluster's to ask first. */
  List<RedisURI> uris() {
    return uris;
  }

  String prefix() {
    return url.parameter(PREFIX, Keys.DEFAULT_PREFIX);
  }

  int replicas() {
    return number(url.parameter(WAIT, "0"));
  }

  /** Returns what stands behind the hash, or null if there is none. */
  @Nullable
  String counter() {
    String counter = form.group(6);
    return counter == null ? null : decode(counter);
  }

  private void read() {
    if (!Set.of("true", "false").contains(url.parameter(CLUSTER, "false"))) {
      faults.add(Message.of("cluster is true or false: cluster='{}'", url.parameter(CLUSTER)));
    }
    if (replicas() < 0) {
      faults.add(Message.of(
          "wait is a number of replicas, 0 to {}: wait='{}'", MAX_NUMBER, url.parameter(WAIT)));
    }
    if (url.parameter(SENTINEL_PASSWORD) != null && !isSentinel()) {
      faults.add("a Sentinel's password needs its name for the primary: sentinel=none");
    }
    if (isCluster() && isSentinel()) {
      faults.add(Message.of(
          "a cluster has no Sentinel: cluster=true, sentinel={}", url.parameter(SENTINEL)));
    }
    faults.addAll(RedisStoreBuilder.faultsOfPrefix(prefix()));
    int database = database();
    List<String> hosts = List.of(form.group(3).split(",", -1));
    if (hosts.size() > 1 && !isCluster() && !isSentinel()) {
      faults.add(Message.of(
          "several servers are a cluster's or Sentinels: servers={}, add cluster=true or"
              + " sentinel=NAME",
          hosts.size()));
    }
    RedisURI like = new RedisURI();
    like.setDatabase(database);
    readSecurity(like);
    for (String host : hosts) {
      Matcher parts = HOST.matcher(host);
      if (!parts.matches()) {
        faults.add(
            host.isEmpty()
                ? "a host is needed: host=''"
                : Message.of("not a host: host='{}'", host));
        continue;
      }
      int standard = isSentinel() ? RedisURI.DEFAULT_SENTINEL_PORT : RedisURI.DEFAULT_REDIS_PORT;
      int port = parts.group(2) == null ? standard : Integer.parseInt(parts.group(2));
      if (port < 1 || port > MAX_PORT) {
        faults.add(Message.of("a port is 1 to {}: port={}", MAX_PORT, parts.group(2)));
        continue;
      }
      add(like, parts.group(1).replaceAll("[\\[\\]]", ""), port);
    }
  }

  private void add(RedisURI like, String host, int port) {
    if (!isSentinel()) {
      uris.add(RedisURI.builder(like).withHost(host).withPort(port).build());
      return;
    }
    RedisURI sentinel =
        RedisURI.builder().withHost(host).withPort(port).withSsl(like).build();
    String password = url.parameter(SENTINEL_PASSWORD);
    if (password != null) {
      sentinel.setAuthentication(password);
    }
    if (uris.isEmpty()) {
      like.setSentinelMasterId(url.parameter(SENTINEL, ""));
      uris.add(like);
    }
    like.getSentinels().add(sentinel);
  }

  private int database() {
    String path = form.group(4);
    int database = path == null || path.isEmpty() ? 0 : number(path);
    if (database < 0) {
      faults.add(Message.of("a database is a number, 0 to {}: database='{}'", MAX_NUMBER, path));
    }
    if (isCluster() && database > 0) {
      faults.add(Message.of("a cluster has database 0 only: database={}", database));
    }
    return Math.max(0, database);
  }

  private void readSecurity(RedisURI like) {
    boolean tls = form.group(1).equals("rediss");
    like.setSsl(tls);
    String verify = url.parameter(VERIFY_PEER);
    if (verify != null && !tls) {
      faults.add(Message.of("a certificate is checked with rediss:// only: verifyPeer={}", verify));
    }
    switch (verify == null ? "full" : verify) {
      case "full" -> like.setVerifyPeer(SslVerifyMode.FULL);
      case "ca" -> like.setVerifyPeer(SslVerifyMode.CA);
      case "none" -> like.setVerifyPeer(SslVerifyMode.NONE);
      default -> faults.add(Message.of("verifyPeer is full, ca or none: verifyPeer='{}'", verify));
    }
    String credentials = form.group(2);
    if (credentials == null) {
      return;
    }
    int colon = credentials.indexOf(':');
    if (colon < 0 || colon == credentials.length() - 1) {
      faults.add("a password stands behind a colon: user:password@ or :password@");
    } else if (colon == 0) {
      like.setAuthentication(decode(credentials.substring(1)));
    } else {
      like.setAuthentication(
          decode(credentials.substring(0, colon)), decode(credentials.substring(colon + 1)));
    }
  }

  /** Returns -1 if it is none. */
  private static int number(String text) {
    return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : -1;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // A stray percent sign: the text is taken as it stands.
      return text;
    }
  }
}
