package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingValues;
import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.net.Encryption;
import io.mintmark.server.net.PemFiles;
import io.mintmark.store.engine.KeyFiles;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of a server. Each has a default; a setting given here overrides the configuration.
 */
public final class ServerBuilder {

  /**
   * The source of the configuration, to read it again when it changes.
   *
   * @param file the file's path
   * @param read reads it, and applies overrides such as the environment's
   */
  record ConfigSource(Path file, Supplier<Config> read) {}

  private final Map<String, String> given = new HashMap<>();
  private Config config = Config.standard();
  /** The source of the configuration, if it can change. */
  Optional<ConfigSource> source = Optional.empty();

  private Optional<String> store = Optional.empty();
  private Optional<Path> dataDirectory = Optional.empty();
  private boolean init;

  ServerBuilder() {}

  /** The generators, and the store if no other is given here. */
  public ServerBuilder config(Config value) {
    config = value;
    return this;
  }

  /**
   * The file of the configuration. The running server reads it again when it changes, and adds new
   * generators. A pipe is read only once.
   *
   * @param file the file's path
   * @param read reads it
   */
  public ServerBuilder config(Path file, Supplier<Config> read) {
    source = Optional.of(new ConfigSource(file, read)).filter(each -> Files.isRegularFile(file));
    return config(read.get());
  }

  /** The store's URL. */
  public ServerBuilder store(String url) {
    store = Optional.of(url);
    return this;
  }

  /** The embedded store's directory. With another store, the server remembers the store in it. */
  public ServerBuilder dataDirectory(Path directory) {
    dataDirectory = Optional.of(directory);
    return this;
  }

  /**
   * Any row of {@link ServerSettings}.
   *
   * @param value its text is as in the configuration file
   */
  public ServerBuilder set(Setting<?> setting, Object value) {
    given.put(setting.key(), value.toString());
    return this;
  }

  /** The address of HTTP, as {@code host:port}; port 0 takes any free port. */
  public ServerBuilder http(String address) {
    return set(ServerSettings.HTTP, address);
  }

  /** The address of the Redis protocol, as {@code host:port}; port 0 takes any free port. */
  public ServerBuilder resp(String address) {
    return set(ServerSettings.RESP, address);
  }

  /** Whether to start on any store, even if the server remembers a different store. */
  public ServerBuilder init(boolean anew) {
    init = anew;
    return this;
  }

  /**
   * Opens the store and the generators, and listens.
   *
   * @throws ConfigurationException if a setting is wrong, an address is in use, or the store is not
   *     the one that the server used last; everything is closed again
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach, or another
   *     process uses it
   */
  public Server start() {
    ServerPlan plan = decide(config);
    plan.settings().get(ServerSettings.LOG).use();
    return Server.start(this, plan);
  }

  /**
   * Reads all files that {@link #start} would read, and opens neither a port nor a store.
   *
   * @throws ConfigurationException if anything in them is wrong
   */
  public CheckedSettings check() {
    ServerPlan plan = decide(config);
    List<String> faults = new ArrayList<>();
    plan.tokens().ifPresent(file -> read(() -> Tokens.read(file), faults));
    Optional<Encryption> tls = plan.tls().flatMap(pem -> read(pem::read, faults));
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    return new CheckedSettings(config, plan.storeUrl(), plan.tokens(), tls.map(Encryption::ends));
  }

  private static <T> Optional<T> read(Supplier<T> file, List<String> faults) {
    try {
      return Optional.of(file.get());
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
      return Optional.empty();
    }
  }

  /** Checks a configuration, and decides its settings. */
  ServerPlan decide(Config read) {
    Section file = read.server();
    Map<String, String> texts = new HashMap<>(file.settings());
    texts.putAll(given);
    SettingValues settings = ServerSettings.of(new Section(
        texts, key -> given.containsKey(key) ? "server." + key : file.place().apply(key)));
    List<String> faults = new ArrayList<>();
    Optional<Path> tokens = settings.find(ServerSettings.TOKENS);
    Optional<PemFiles> tls = tlsFiles(settings, faults);
    boolean mayBeOpen =
        settings.get(ServerSettings.INSECURE) || (tokens.isPresent() && tls.isPresent());
    for (Setting<InetSocketAddress> port :
        List.of(ServerSettings.HTTP, ServerSettings.RESP, ServerSettings.ADMIN)) {
      settings
          .find(port)
          .filter(address -> !address.getAddress().isLoopbackAddress())
          .map(address -> port.key() + "=" + NetUtil.toSocketAddressString(address))
          .ifPresent(address -> checkOpen(address, mayBeOpen, read, faults));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    return new ServerPlan(read, StoreChoice.url(read, store, dataDirectory), settings, tokens, tls);
  }

  private static Optional<PemFiles> tlsFiles(SettingValues settings, List<String> faults) {
    Optional<Path> certificate = settings.find(ServerSettings.TLS_CERTIFICATE);
    Optional<Path> key = settings.find(ServerSettings.TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      faults.add(Message.of(
          "TLS needs a certificate and its key: certificate={}, key={}",
          certificate.map(Path::toString).orElse("none"),
          key.map(Path::toString).orElse("none")));
    }
    Optional<Path> tokens = settings.find(ServerSettings.TOKENS);
    Optional<Path> clients = settings.find(ServerSettings.TLS_CLIENTS);
    if (clients.isPresent() && (certificate.isEmpty() || tokens.isEmpty())) {
      faults.add(Message.of(
          "certificates of clients need TLS, and tokens with their subjects: clients={},"
              + " certificate={}, tokens={}",
          clients.get(),
          certificate.map(Path::toString).orElse("none"),
          tokens.map(Path::toString).orElse("none")));
    }
    return certificate.flatMap(
        first -> key.map(second -> new PemFiles(new KeyFiles(first, second), clients)));
  }

  /**
   * Accepts an open store, and remembers it.
   *
   * @throws ConfigurationException if the server used another store last
   */
  RememberedStore remembered(LineStore opened, String url) {
    return RememberedStore.admit(
        opened, StoreUrl.mask(url), RememberedStore.directory(url, dataDirectory), init);
  }

  private static void checkOpen(
      String address, boolean mayBeOpen, Config read, List<String> faults) {
    if (!mayBeOpen) {
      faults.add("other machines can reach the server, and it lacks tokens or TLS: "
          + address
          + "; set tokens, tls.certificate and tls.key, or allow it with --insecure");
    }
    if (read.autoCreate().stream().anyMatch(names -> names.names().isAny())) {
      faults.add("other machines can reach the server, and could make any number of sequences: "
          + address
          + ", auto-create=*; use a configuration file that names them, for example"
          + " auto-create: {\"orders*\": {}}");
    }
  }
}
