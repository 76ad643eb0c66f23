package io.mintmark.internal.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.store.ClaimStore;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A store's URL, for adapters: Mintmark's own parameters are removed for the engine's client, and
 * secrets are masked for messages.
 *
 * <p>Parameters are in the query: {@code redis://127.0.0.1:6379?strict=true&prefix=shop}. All
 * adapters of servers have {@value #STRICT}, {@value #NEW} and {@value #OPEN_TIMEOUT}. Other
 * parameters belong to one adapter.
 */
public final class StoreUrl {

  /** Whether to refuse an engine that may lose acknowledged writes; default false. */
  public static final String STRICT = "strict";

  /** Whether the engine is new and empty, see {@link ClaimStore#declareNew}; default false. */
  public static final String NEW = "new";

  /** How long opening may take, in milliseconds; {@link Adapters} reads it. */
  public static final String OPEN_TIMEOUT = "open-timeout-ms";

  private static final Set<String> SHARED = Set.of(STRICT, NEW, OPEN_TIMEOUT);

  private static final long MAX_OPEN_TIMEOUT_MS = Duration.ofHours(1).toMillis();

  private static final String MASK = "***";

  /**
   * The text between the slashes and the last at sign. It may extend beyond the authority, because
   * a password may contain an unencoded slash or another character that ends the authority.
   */
  private static final Pattern USER_INFO = Pattern.compile("(//).*@", Pattern.DOTALL);

  private static final Pattern SECRET = Pattern.compile(
      "(?i)([?&;,](?:[^=?&;,]*(?:password|passwd|pwd|secret|token|key|user(?:name)?)"
          + "[^=?&;,]*)=)[^&;#]*");

  private final String url;
  private final String clientUrl;
  private final Map<String, String> parameters;

  private StoreUrl(String url, String clientUrl, Map<String, String> parameters) {
    this.url = url;
    this.clientUrl = clientUrl;
    this.parameters = parameters;
  }

  /**
   * Parses a URL.
   *
   * @param url a store's URL
   * @param own the names of the adapter's own parameters, in addition to the common ones
   * @return its parts
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
   * Hides possible secrets: the user and password before the host, and the values of parameters
   * whose names suggest a secret.
   *
   * @param url any URL
   * @return the URL with stars for secrets
   */
  public static String mask(String url) {
    return SECRET
        .matcher(USER_INFO.matcher(url).replaceAll("$1" + MASK + "@"))
        .replaceAll("$1" + MASK);
  }

  /**
   * Returns the URL without Mintmark's own parameters, for the engine's client. It contains the
   * secrets.
   *
   * @return the URL that the client understands
   */
  public String forClient() {
    return clientUrl;
  }

  /**
   * Returns the value of a Mintmark parameter.
   *
   * @param name its name
   * @return its value, or null if it was not given
   */
  public @Nullable String parameter(String name) {
    return parameters.get(name);
  }

  /**
   * Returns the value of a Mintmark parameter.
   *
   * @param name its name
   * @param otherwise the value if it was not given
   * @return its value
   */
  public String parameter(String name, String otherwise) {
    return parameters.getOrDefault(name, otherwise);
  }

  /**
   * Returns whether to refuse an engine that may lose acknowledged writes.
   *
   * @return whether {@code strict=true} was given
   * @throws ConfigurationException if it is neither true nor false
   */
  public boolean isStrict() {
    return flag(STRICT);
  }

  /**
   * Returns whether the engine is new and empty.
   *
   * @return whether {@code new=true} was given
   * @throws ConfigurationException if it is neither true nor false
   */
  public boolean isNew() {
    return flag(NEW);
  }

  private boolean flag(String name) {
    String value = parameter(name, "false");
    if (!value.equals("true") && !value.equals("false")) {
      throw new ConfigurationException(
          "store " + this, name + " is true or false: " + name + "='" + value + "'");
    }
    return value.equals("true");
  }

  /**
   * Returns how long opening may take.
   *
   * @param otherwise the time if {@value #OPEN_TIMEOUT} was not given
   * @return above 0, at most an hour
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
      // A stray percent sign: the value is used unchanged.
      return value;
    }
  }
}
