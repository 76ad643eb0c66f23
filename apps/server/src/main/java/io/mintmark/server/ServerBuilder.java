package io.mintmark.server;

import io.mintmark.ConfigurationException;
import io.mintmark.config.file.Config;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.StoreIdentity;
import io.mintmark.store.StoreUrl;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server is made of. Each setting has a default; what is given here goes before what the
 * configuration says.
 */
public final class ServerBuilder {

  private static final String DEFAULT_HTTP = "127.0.0.1:7600";
  private static final String DEFAULT_RESP = "127.0.0.1:7601";
  private static final int DEFAULT_MAX_CONNECTIONS = 4096;
  private static final Duration DEFAULT_IDLE_AFTER = Duration.ofHours(1);
  private static final Duration DEFAULT_DRAIN = Duration.ofSeconds(10);

  private static final Pattern ADDRESS = Pattern.compile("\\[?(.+?)\\]?:(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  private Config config = Config.standard();
  private Optional<String> store = Optional.empty();
  private Optional<Path> dataDirectory = Optional.empty();
  private Optional<String> http = Optional.empty();
  private Optional<String> resp = Optional.empty();
  private Optional<Integer> maxConnections = Optional.empty();
  private Optional<Duration> drain = Optional.empty();
  private boolean init;

  ServerBuilder() {}

  /** Which generators there are, and which store if no other is given here. */
  public ServerBuilder config(Config value) {
    config = value;
    return this;
  }

  /** The store's URL. */
  public ServerBuilder store(String url) {
    store = Optional.of(url);
    return this;
  }

  /**
   * The embedded store's directory. With another store, where the server keeps what it remembers of
   * it.
   */
  public ServerBuilder dataDirectory(Path directory) {
    dataDirectory = Optional.of(directory);
    return this;
  }

  /** Where HTTP listens, as {@code host:port}; port 0 takes any that is free. */
  public ServerBuilder http(String address) {
    http = Optional.of(address);
    return this;
  }

  /** Where Redis's protocol listens, as {@code host:port}; port 0 takes any that is free. */
  public ServerBuilder resp(String address) {
    resp = Optional.of(address);
    return this;
  }

  /** How many connections may be open at a time, over both protocols; more are closed at once. */
  public ServerBuilder maxConnections(int most) {
    maxConnections = Optional.of(most);
    return this;
  }

  /**
   * How long a server that closes answers what it has read, at most; connections that are open then
   * are cut off.
   */
  public ServerBuilder drain(Duration atMost) {
    drain = Optional.of(atMost);
    return this;
  }

  /** Whether to start on any store, though the server remembers another. */
  public ServerBuilder init(boolean anew) {
    init = anew;
    return this;
  }

  /**
   * Opens the store and the generators, and listens.
   *
   * @throws ConfigurationException if a setting is wrong, an address in use, or the store another
   *     than the last; all is closed again
   * @throws io.mintmark.StoreUnavailableException if the store is out of reach or another's
   */
  public Server start() {
    ServerSettings settings = ServerSettings.of(config.server());
    List<String> faults = new ArrayList<>();
    Optional<InetSocketAddress> httpAddress =
        address("http", http.or(settings::http).orElse(DEFAULT_HTTP), faults);
    Optional<InetSocketAddress> respAddress =
        address("resp", resp.or(settings::resp).orElse(DEFAULT_RESP), faults);
    int connections = maxConnections.or(settings::maxConnections).orElse(DEFAULT_MAX_CONNECTIONS);
    if (connections < 1) {
      faults.add("a server has 1 connection or more: max-connections=" + connections);
    }
    Duration drainWithin = drain.or(settings::drain).orElse(DEFAULT_DRAIN);
    if (drainWithin.isNegative()) {
      faults.add("a server drains for 0s or longer: drain=" + drainWithin);
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    String url = StoreChoice.url(config, store, dataDirectory);
    return Server.start(
        config,
        url,
        store -> identity(store, url),
        httpAddress.orElseThrow(),
        respAddress.orElseThrow(),
        connections,
        settings.idleAfter().orElse(DEFAULT_IDLE_AFTER),
        drainWithin);
  }

  private long identity(ClaimStore opened, String url) {
    return StoreChoice.stateDirectory(url, dataDirectory)
        .map(directory ->
            RememberedStore.admit(opened, StoreUrl.mask(url), directory.toAbsolutePath(), init))
        .orElseGet(() -> StoreIdentity.of(opened));
  }

  private static Optional<InetSocketAddress> address(
      String name, String text, List<String> faults) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PORT) {
      faults.add("an address is like 127.0.0.1:7600: " + name + "=" + text);
      return Optional.empty();
    }
    InetSocketAddress address =
        new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      faults.add("only a loopback address is listened on, as there are no passwords and no TLS in"
          + " this version: "
          + name
          + "="
          + (address.isUnresolved() ? text : NetUtil.toSocketAddressString(address)));
      return Optional.empty();
    }
    return Optional.of(address);
  }
}
