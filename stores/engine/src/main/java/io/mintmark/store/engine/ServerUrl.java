package io.mintmark.store.engine;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.internal.text.WholeNumber;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads and checks a URL of the form {@code
 * SCHEME://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...][/PATH][?PARAMETERS][#COUNTER]}. Checks each
 * part when the adapter reads it, and collects the faults. {@link #check} then reports all faults
 * in one message, without secrets. Not thread-safe.
 */
public final class ServerUrl {

  /** The parameter for TLS. */
  public static final String TLS = "tls";

  /** The parameter that names a file with the certificate authorities to trust. */
  public static final String CA = "ca";

  /** The parameter for the start of the names of all keys. */
  public static final String PREFIX = "prefix";

  private static final int MAX_LENGTH = 10_000;
  private static final int MAX_SHOWN = 100;
  private static final int MAX_SERVERS = 50;
  private static final int MAX_PORT = 65_535;

  private static final Pattern FORM = Pattern.compile(
      "([a-z0-9+:]+)://(?:([^/?#]*)@)?([^/?#@]*)(?:/([^?#]*))?(?:\\?([^#]*))?(?:#(.*))?",
      Pattern.DOTALL);
  private static final Pattern SERVER =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::(0|[1-9][0-9]{0,8}))?");

  private final StoreUrl url;
  private final Set<String> parameters;
  private final Matcher form;
  private final Map<String, String> given = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * One server.
   *
   * @param host a name or an address, an IPv6 address in brackets
   * @param port 1 to 65535
   */
  public record Server(String host, int port) {

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * The user that connects.
   *
   * @param name the user's name, possibly empty
   * @param password the user's password, not empty
   */
  public record User(String name, String password) {

    /** Hides the password. */
    @Override
    public String toString() {
      return "***";
    }
  }

  private ServerUrl(StoreUrl url, Set<String> parameters, Matcher form) {
    this.url = url;
    this.parameters = parameters;
    this.form = form;
  }

  /**
   * Starts to read a URL, and checks its form.
   *
   * @param text the URL
   * @param schemes the adapter's schemes
   * @param parameters the adapter's own parameters, besides the ones that all stores share
   * @return the URL
   * @throws ConfigurationException if the form is wrong, or a parameter of a store is given twice
   */
  public static ServerUrl of(String text, Set<String> schemes, Set<String> parameters) {
    ServerUrl read = forDriver(text, schemes, parameters);
    read.refuseTornPassword(read.part(4) + read.part(5));
    read.refuseUnknownParameters();
    return read;
  }

  /**
   * Starts to read a URL that a driver reads too. It may contain parameters of the driver.
   *
   * @param text the URL
   * @param schemes the adapter's schemes
   * @param parameters the adapter's own parameters, besides the ones that all stores share
   * @return the URL
   * @throws ConfigurationException if the form is wrong, or a parameter of a store is given twice
   */
  public static ServerUrl forDriver(String text, Set<String> schemes, Set<String> parameters) {
    if (text.length() > MAX_LENGTH) {
      throw misconfigured(
          "store " + String.join("|", new TreeSet<>(schemes)),
          "URL too long: length={} > {}",
          text.length(),
          MAX_LENGTH);
    }
    StoreUrl url = StoreUrl.of(text, parameters);
    Matcher form = FORM.matcher(url.forClient());
    if (!form.matches() || !schemes.contains(form.group(1))) {
      throw misconfigured(
          "store " + url,
          "not a URL of the form {}",
          new TreeSet<>(schemes)
              .stream()
                  .map(scheme -> scheme + "://HOST[:PORT]")
                  .collect(Collectors.joining(" or ")));
    }
    ServerUrl read = new ServerUrl(url, parameters, form);
    read.refuseTornPassword("");
    return read;
  }

  /**
   * Refuses a password with an unencoded slash, question mark or hash. That character ends the user
   * part too early, so messages about other faults would show a part of the password. An at sign
   * after that character shows that the user part was cut off. But the at sign may belong to a
   * counter's name or to a driver's parameter. In that case, the URL is refused only if the servers
   * are invalid too.
   *
   * @param never the parts that never contain an at sign
   */
  private void refuseTornPassword(String never) {
    boolean isTorn = never.indexOf('@') >= 0
        || ((part(4) + part(5) + part(6)).indexOf('@') >= 0
            && !List.of(form.group(3).split(",", -1)).stream()
                .allMatch(server -> SERVER.matcher(server).matches()));
    if (form.group(2) == null && isTorn) {
      throw new ConfigurationException(
          "store " + this,
          "the URL has an @ after the servers: the characters / ? # @ % in a user or password are"
              + " written %2F %3F %23 %40 %25");
    }
  }

  /** Refuses unknown parameters. The message omits their values, which may be secrets. */
  private void refuseUnknownParameters() {
    if (form.group(5) == null) {
      return;
    }
    Set<String> known = new HashSet<>(parameters);
    known.addAll(List.of(StoreUrl.STRICT, StoreUrl.NEW, StoreUrl.OPEN_TIMEOUT));
    for (String pair : form.group(5).split("&", -1)) {
      String name = shown(pair.substring(0, (pair + "=").indexOf('=')));
      faults.add(Message.of(
          "no such parameter: '{}'{}; known are {}",
          name,
          NearMiss.of(name, known).map(near -> ", did you mean " + near + "?").orElse(""),
          known.stream().sorted().toList()));
    }
  }

  private String part(int group) {
    return form.group(group) == null ? "" : form.group(group);
  }

  /**
   * Returns the scheme.
   *
   * @return a scheme of the adapter
   */
  public String scheme() {
    return form.group(1);
  }

  /**
   * Reads the servers.
   *
   * @param defaultPort the port of a server that is given without a port
   * @return the valid servers, one or more unless there is a fault
   */
  public List<Server> servers(int defaultPort) {
    List<Server> servers = new ArrayList<>();
    String[] all = form.group(3).split(",", -1);
    if (all.length > MAX_SERVERS) {
      fault("too many servers: servers={} > {}", all.length, MAX_SERVERS);
      return servers;
    }
    for (String each : all) {
      Matcher server = SERVER.matcher(each);
      if (!server.matches()) {
        fault("not a host: host='{}'; it is HOST or HOST:PORT in ASCII", shown(each));
        continue;
      }
      int port = server.group(2) == null ? defaultPort : WholeNumber.parseInt(server.group(2));
      if (port < 1 || port > MAX_PORT) {
        fault("no such port: port={}; it is 1 to {}", port, MAX_PORT);
      } else {
        servers.add(new Server(server.group(1), port));
      }
    }
    return servers;
  }

  /**
   * Reads the user and the password.
   *
   * @param named whether the user needs a name
   * @return the user; empty if the URL contains none, or if there is a fault
   */
  public Optional<User> user(boolean named) {
    String both = form.group(2);
    if (both == null) {
      return Optional.empty();
    }
    int colon = both.indexOf(':');
    if (colon < (named ? 1 : 0) || colon == both.length() - 1) {
      fault(
          "no user and password before the at sign: they are USER:PASSWORD@{}",
          named ? "" : " or :PASSWORD@");
      return Optional.empty();
    }
    try {
      return Optional.of(
          new User(decoded(both.substring(0, colon)), decoded(both.substring(colon + 1))));
    } catch (IllegalArgumentException e) {
      fault("the user or the password is not percent-encoded: a percent sign is written %25");
      return Optional.empty();
    }
  }

  /**
   * Reads the path, between the servers and the parameters.
   *
   * @return the path without its first slash, possibly empty
   */
  public String path() {
    return part(4);
  }

  /** Refuses a path, except for a single slash. */
  public void refusePath() {
    if (!path().isEmpty()) {
      fault("this URL cannot have a path: path='/{}'", shown(path()));
    }
  }

  /**
   * Reads the text after the hash sign.
   *
   * @return the text, percent-decoded, if there is a hash sign
   */
  public Optional<String> counter() {
    return Optional.ofNullable(form.group(6)).map(text -> {
      try {
        return decoded(text);
      } catch (IllegalArgumentException e) {
        // The text contains a stray percent sign, so it is not percent-encoded.
        return text;
      }
    });
  }

  /** Refuses a counter: the URL of a store must not contain one. */
  void refuseCounter() {
    counter().ifPresent(name -> fault("the URL of a store names a counter: '#{}'", shown(name)));
  }

  /**
   * Reads a parameter.
   *
   * @param name its name
   * @return its value, if it was given
   */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(given.get(name))
        .or(() -> Optional.ofNullable(url.parameters().get(name)));
  }

  /**
   * Reads a parameter.
   *
   * @param name its name
   * @param otherwise the value to return if the parameter was not given
   * @return its value
   */
  public String parameter(String name, String otherwise) {
    return parameter(name).orElse(otherwise);
  }

  /**
   * Replaces parameters of the URL.
   *
   * @param parameters the values by name
   */
  void replace(Map<String, String> parameters) {
    given.putAll(parameters);
  }

  /**
   * Reads the parameter {@link #PREFIX}.
   *
   * @param otherwise the value to return if it was not given
   * @param maxLength the maximum length
   * @return the prefix
   */
  public String prefix(String otherwise, int maxLength) {
    String prefix = parameter(PREFIX, otherwise);
    try {
      if (!prefix.isEmpty() && prefix.length() <= maxLength) {
        return LineName.checkPrefix(prefix);
      }
    } catch (IllegalArgumentException e) {
      // The fault is added below.
    }
    fault(
        "no such prefix: prefix='{}'; it is 1 to {} characters of A-Z a-z 0-9 . _ : / -",
        shown(prefix),
        maxLength);
    return otherwise;
  }

  /**
   * Reads a parameter that is true or false.
   *
   * @param name its name
   * @return whether it is true; false if it was not given
   */
  public boolean flag(String name) {
    String value = parameter(name, "false");
    if (!value.equals("true") && !value.equals("false")) {
      fault("neither true nor false: {}='{}'", name, shown(value));
    }
    return value.equals("true");
  }

  /**
   * Reads whether to refuse an engine that may lose acknowledged writes.
   *
   * @return the value of the parameter {@code strict}
   */
  public boolean strict() {
    return flag(StoreUrl.STRICT);
  }

  /**
   * Reads a number.
   *
   * @param name the number's name in messages
   * @param text the number, in decimal
   * @param min the lowest valid number, 0 or more
   * @param max the highest valid number, below a billion
   * @return the number, or {@code min} if there is a fault
   */
  public int number(String name, String text, int min, int max) {
    int number = text.matches("0|[1-9][0-9]{0,8}") ? WholeNumber.parseInt(text) : -1;
    if (number < min || number > max) {
      fault("no such number: {}='{}'; it is {} to {}", name, shown(text), min, max);
      return min;
    }
    return number;
  }

  /**
   * Reads a parameter that names a file to be read.
   *
   * @param name its name
   * @return the file, if one was given and can be read
   */
  public Optional<Path> file(String name) {
    Optional<String> given = parameter(name);
    try {
      Optional<Path> file = given.map(Path::of);
      if (file.filter(path -> !Files.isReadable(path)).isPresent()) {
        fault("file cannot be read: {}='{}'", name, file.get());
      }
      return file;
    } catch (InvalidPathException e) {
      fault("not a path of a file: {}='{}'", name, given.orElse(""));
      return Optional.empty();
    }
  }

  /**
   * Reads the file of certificate authorities to trust. It requires {@link #TLS}.
   *
   * @return the file of {@link #CA}, if one was given
   */
  public Optional<Path> authorities() {
    Optional<Path> file = file(CA);
    if (file.isPresent() && !flag(TLS)) {
      fault("authorities need TLS: tls=false, ca={}", file.get());
    }
    return file;
  }

  /**
   * Adds a fault that the adapter found.
   *
   * @param text the problem, with placeholders for values as in {@link Message#of}
   * @param values the values, without secrets
   */
  public void fault(String text, Object... values) {
    String fault = Message.of(text, values);
    if (!faults.contains(fault)) {
      faults.add(fault);
    }
  }

  /**
   * Returns the list of faults, so that the caller can add to it.
   *
   * @return the list itself
   */
  public List<String> faults() {
    return faults;
  }

  /**
   * Refuses the URL if a fault was found in any part of it.
   *
   * @throws ConfigurationException with every fault that was found
   */
  public void check() {
    if (!faults.isEmpty()) {
      throw new ConfigurationException("store " + url, faults);
    }
  }

  /**
   * Returns the URL without the parameters that the driver does not know. This text contains the
   * secrets.
   *
   * @return the URL for the driver
   */
  public String forDriver() {
    return url.forClient();
  }

  /** Returns the URL with its secrets hidden, for messages. */
  @Override
  public String toString() {
    return url.toString();
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String shown(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
  }
}
