package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingValues;
import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.server.access.TokenUses;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.log.LogForm;
import io.mintmark.server.log.LogLevel;
import io.mintmark.server.net.Encryption;
import io.mintmark.server.net.PemFiles;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.engine.KeyFiles;
import io.mintmark.time.ElapsedClock;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Settings of a server. Each has a default; a setting given here overrides the configuration.
 */
public final class ServerBuilder {

  private final Map<String, String> given = new HashMap<>();
  private Config config = Config.standard();
  private Optional<ConfigSource> source = Optional.empty();
  private Optional<String> store = Optional.empty();
  private Optional<Path> dataDirectory = Optional.empty();
  private boolean init;

  ServerBuilder() {}

  /** Which generators there are, and which store if no other is given here. */
  public ServerBuilder config(Config value) {
    config = value;
    return this;
  }

  /**
   * The file that the configuration is read from. The running server reads it again when it
   * changes, and takes it over as far as that needs no restart. A pipe is read only once.
   *
   * @param file where it is
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

  /**
   * The embedded store's directory. With another store, where the server keeps what it remembers of
   * it.
   */
  public ServerBuilder dataDirectory(Path directory) {
    dataDirectory = Optional.of(directory);
    return this;
  }

  /** Any row of {@link ServerSettings}, as the configuration file would have it. */
  public ServerBuilder set(Setting<?> setting, String text) {
    given.put(setting.key(), text);
    return this;
  }

  /** Where HTTP listens, as {@code host:port}; port 0 takes any that is free. */
  public ServerBuilder http(String address) {
    return set(ServerSettings.HTTP, address);
  }

  /** Where Redis's protocol listens, as {@code host:port}; port 0 takes any that is free. */
  public ServerBuilder resp(String address) {
    return set(ServerSettings.RESP, address);
  }

  /**
   * Where HTTP answers health, metrics and administration on a port of its own, which no client
   * keeps busy; port 0 takes any that is free. Without it, the port of HTTP answers them.
   */
  public ServerBuilder admin(String address) {
    return set(ServerSettings.ADMIN, address);
  }

  /** How many connections may be open at a time, over both protocols; more are closed at once. */
  public ServerBuilder maxConnections(int most) {
    return set(ServerSettings.MAX_CONNECTIONS, Integer.toString(most));
  }

  /**
   * How many threads read and answer requests, 1 to 1024. Without it, as many as there are
   * processors: where the system takes one of them for a while, the other threads go on. Fewer
   * threads answer more requests if the clients run on this machine and need processors too.
   */
  public ServerBuilder ioThreads(int count) {
    return set(ServerSettings.IO_THREADS, Integer.toString(count));
  }

  /**
   * How many bytes the requests and answers of all connections may take at a time, beyond 32 KB for
   * each connection; 1 MB or more. Without it, a quarter of the heap.
   */
  public ServerBuilder requestMemory(long bytes) {
    return set(ServerSettings.REQUEST_MEMORY, bytes + "B");
  }

  /** The file of the tokens that hold; without one nobody is asked for a token. */
  public ServerBuilder tokens(Path file) {
    return set(ServerSettings.TOKENS, file.toString());
  }

  /** The PEM file of the certificate, for TLS on all ports. */
  public ServerBuilder tlsCertificate(Path file) {
    return set(ServerSettings.TLS_CERTIFICATE, file.toString());
  }

  /** The PEM file of the certificate's key. */
  public ServerBuilder tlsKey(Path file) {
    return set(ServerSettings.TLS_KEY, file.toString());
  }

  /** Whether to listen beyond this machine without tokens or without TLS. */
  public ServerBuilder insecure(boolean said) {
    return set(ServerSettings.INSECURE, Boolean.toString(said));
  }

  /**
   * How long a server that closes is not ready before it turns anybody away: so long those take to
   * learn it who send clients here. Without it, no time.
   */
  public ServerBuilder drainNotice(Duration time) {
    return set(ServerSettings.DRAIN_NOTICE, time.toString());
  }

  /**
   * How long a server that closes answers what it has read, at most; connections that are open then
   * are cut off.
   */
  public ServerBuilder drain(Duration atMost) {
    return set(ServerSettings.DRAIN, atMost.toString());
  }

  /** How the lines of this process's log look. */
  public ServerBuilder log(LogForm form) {
    return set(ServerSettings.LOG, form.toString());
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
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach or another's
   */
  public Server start() {
    ServerDecisions decided = decide(config);
    decided.settings().get(ServerSettings.LOG).use();
    decided.settings().find(ServerSettings.LOG_LEVEL).ifPresent(LogLevel::use);
    return Server.start(new ServerPlan(
        decided,
        opened -> remembered(opened, decided.storeUrl()),
        AccessControl.open(decided.files()),
        source,
        this::decide));
  }

  /**
   * Reads all files that {@link #start} would, and opens neither a port nor a store.
   *
   * @throws ConfigurationException if anything in them is wrong
   */
  public CheckedSettings check() {
    ServerDecisions decided = decide(config);
    AccessControlFiles files = decided.files();
    List<String> faults = new ArrayList<>();
    files
        .tokens()
        .ifPresent(file ->
            read(() -> Tokens.read(file, new TokenUses(ElapsedClock.system())), faults));
    Optional<Encryption> tls = files.tls().flatMap(pem -> read(pem::read, faults));
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    return new CheckedSettings(
        config, decided.storeUrl(), decided.settings(), files.tokens(), tls.map(Encryption::ends));
  }

  private static <T> Optional<T> read(Supplier<T> file, List<String> faults) {
    try {
      return Optional.of(file.get());
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
      return Optional.empty();
    }
  }

  private ServerDecisions decide(Config read) {
    SettingValues settings = ServerSettings.of(new Section(given, key -> "server." + key))
        .over(ServerSettings.of(read.server()));
    List<String> faults = new ArrayList<>();
    AccessControlFiles files = guardFiles(settings, faults);
    boolean mayBeOpen = settings.get(ServerSettings.INSECURE) || files.keepsStrangersOut();
    for (Setting<InetSocketAddress> port :
        List.of(ServerSettings.HTTP, ServerSettings.RESP, ServerSettings.ADMIN)) {
      settings.find(port).ifPresent(address -> checkReach(port, address, mayBeOpen, read, faults));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    return new ServerDecisions(read, StoreChoice.url(read, store, dataDirectory), settings, files);
  }

  private static AccessControlFiles guardFiles(SettingValues settings, List<String> faults) {
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
          "certificates of clients take TLS, and tokens that they stand for: clients={},"
              + " certificate={}, tokens={}",
          clients.get(),
          certificate.map(Path::toString).orElse("none"),
          tokens.map(Path::toString).orElse("none")));
    }
    return new AccessControlFiles(
        tokens,
        certificate.flatMap(
            first -> key.map(second -> new PemFiles(new KeyFiles(first, second), clients))),
        settings.get(ServerSettings.AUDIT_ABOVE));
  }

  private RememberedStore remembered(ClaimStore opened, String url) {
    return RememberedStore.directory(url, dataDirectory)
        .map(directory ->
            RememberedStore.admit(opened, StoreUrl.mask(url), directory.toAbsolutePath(), init))
        .orElseGet(() -> RememberedStore.nowhere(opened));
  }

  private static void checkReach(
      Setting<InetSocketAddress> setting,
      InetSocketAddress address,
      boolean mayBeOpen,
      Config read,
      List<String> faults) {
    if (!address.getAddress().isLoopbackAddress()) {
      String shown = setting.key() + "=" + NetUtil.toSocketAddressString(address);
      checkOpen(shown, mayBeOpen, read, faults);
    }
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
