package io.mintmark.internal.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses the URL of a store, for adapters. Returns the URL without Mintmark's own parameters for
 * the engine's client, and the URL with masked secrets for messages.
 *
 * <p>The query of the URL contains the parameters, for example {@code
 * redis://127.0.0.1:6379?strict=true&prefix=shop}. All adapters for servers accept the parameters
 * {@value #STRICT}, {@value #NEW} and {@value #OPEN_TIMEOUT}. Each adapter may have further
 * parameters.
 *
 * @param url the whole URL; it contains the secrets
 * @param forClient the URL without Mintmark's own parameters, for the engine's client; it contains
 *     the secrets
 * @param parameters Mintmark's own parameters
 */
public record StoreUrl(String url, String forClient, Map<String, String> parameters) {

  /**
   * The parameter for whether to refuse an engine that may lose acknowledged writes; default false.
   */
  public static final String STRICT = "strict";

  /**
   * The parameter for whether the engine is new and empty, see {@link LineStore#declareNew};
   * default false.
   */
  public static final String NEW = "new";

  /** The parameter for how long opening may take, in milliseconds. {@link Adapters} reads it. */
  public static final String OPEN_TIMEOUT = "open-timeout-ms";

  private static final Set<String> SHARED = Set.of(STRICT, NEW, OPEN_TIMEOUT);

  private static final long MAX_OPEN_TIMEOUT_MS = Duration.ofHours(1).toMillis();

  private static final String MASK = "***";

  /**
   * Matches the text between the slashes and the last at sign, which may contain a password. This
   * text may extend beyond the authority of the URL, because a password may contain an unencoded
   * slash, or another character that ends the authority.
   */
  private static final Pattern USER_INFO = Pattern.compile("(//).*@", Pattern.DOTALL);

  private static final Pattern SECRET = Pattern.compile(
      "(?i)([?&;,](?:[^=?&;,]*(?:password|passwd|pwd|secret|token|key|user(?:name)?)"
          + "[^=?&;,]*)=)[^&;#]*");

  /**
   * Parses a URL.
   *
   * @param url a store's URL
   * @param own the names of the adapter's own parameters, in addition to the common ones
   * @return the parsed URL
   * @throws ConfigurationException if one of these parameters is given twice or is empty
   */
  public static StoreUrl of(String url, Set<String> own) {
    int question = url.indexOf('?');
    if (question < 0) {
      return new StoreUrl(url, url, Map.of());
    }
    int hash = url.indexOf('#', question);
    String query = hash < 0 ? url.substring(question + 1) : url.substring(question + 1, hash);
    Map<String, String> parameters = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!own.contains(name) && !SHARED.contains(name)) {
        others.add(pair);
        continue;
      }
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      if (value.isEmpty()) {
        faults.add(Message.of("the parameter has no value: {}=''", name));
      } else if (parameters.put(name, value) != null) {
        faults.add("the parameter is given twice: " + name);
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("store " + mask(url), faults);
    }
    String rest = others.isEmpty() ? "" : "?" + String.join("&", others);
    String fragment = hash < 0 ? "" : url.substring(hash);
    return new StoreUrl(url, url.substring(0, question) + rest + fragment, parameters);
  }

  /**
   * Replaces possible secrets by stars: the user and password before the host, and the values of
   * parameters whose names suggest a secret.
   *
   * @param url any URL
   * @return the URL with stars instead of secrets
   */
  public static String mask(String url) {
    return SECRET
        .matcher(USER_INFO.matcher(url).replaceAll("$1" + MASK + "@"))
        .replaceAll("$1" + MASK);
  }

  /**
   * Returns whether the engine is new and empty.
   *
   * @return whether the URL has {@code new=true}
   * @throws ConfigurationException if the value is neither true nor false
   */
  public boolean isNew() {
    String value = parameters.getOrDefault(NEW, "false");
    if (!value.equals("true") && !value.equals("false")) {
      throw new ConfigurationException(
          "store " + this, Message.of("{} is true or false: {}='{}'", NEW, NEW, value));
    }
    return value.equals("true");
  }

  /**
   * Returns how long opening may take.
   *
   * @param otherwise the time to return if the URL lacks the parameter {@value #OPEN_TIMEOUT}
   * @return a time above 0, at most an hour
   * @throws ConfigurationException if the value is not a number of milliseconds in that range
   */
  public Duration openTimeout(Duration otherwise) {
    String value = parameters.get(OPEN_TIMEOUT);
    if (value == null) {
      return otherwise;
    }
    long ms = value.matches("[1-9][0-9]{0,8}") ? WholeNumber.parse(value) : 0;
    if (ms < 1 || ms > MAX_OPEN_TIMEOUT_MS) {
      throw new ConfigurationException(
          "store " + this,
          Message.of(
              "the open timeout is invalid: {}='{}'; it is 1 to {} milliseconds",
              OPEN_TIMEOUT,
              value,
              MAX_OPEN_TIMEOUT_MS));
    }
    return Duration.ofMillis(ms);
  }

  /** Returns the URL with its secrets hidden, for messages. */
  @Override
  public String toString() {
    return mask(url);
  }

  private static String decode(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // The value has a percent sign that does not begin an escape, so it is used unchanged.
      return value;
    }
  }
}
