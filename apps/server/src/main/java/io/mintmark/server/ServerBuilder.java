package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.server.log.LogForm;
import io.mintmark.server.net.PemFiles;
import io.mintmark.server.resp.LargeNumbers;
import io.mintmark.store.ClaimStore;
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

  private static final int MOST_IO_THREADS = 1024;

  /** By default requests and answers may take this part of the heap. */
  private static final int REQUESTS_PART_OF_HEAP = 4;

  /** So that the largest request is taken where it is the only one. */
  private static final long LEAST_REQUEST_MEMORY = 1L << 20;

  private static final Duration DEFAULT_IDLE_AFTER = Duration.ofHours(1);
  private static final Duration DEFAULT_DRAIN = Duration.ofSeconds(10);
  private static final Duration LONGEST_DRAIN = Duration.ofHours(1);
  private static final long DEFAULT_AUDIT_ABOVE = 1000;

  private static final Pattern ADDRESS = Pattern.compile("\\[?(.+?)\\]?:(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  private Config config = Config.standard();
  private Optional<String> store = Optional.empty();
  private Optional<Path> dataDirectory = Optional.empty();
  private Optional<String> http = Optional.empty();
  private Optional<String> resp = Optional.empty();
  private Optional<Integer> maxConnections = Optional.empty();
  private Optional<Integer> ioThreads = Optional.empty();
  private Optional<Long> requestMemory = Optional.empty();
  private Optional<Duration> drainNotice = Optional.empty();
  private Optional<Duration> drain = Optional.empty();
  private Optional<Path> tokens = Optional.empty();
  private Optional<Path> tlsCertificate = Optional.empty();
  private Optional<Path> tlsKey = Optional.empty();
  private Optional<LogForm> log = Optional.empty();
  private boolean insecure;
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
   * How many threads read and answer requests, 1 to 1024. Without it, as many as there are
   * processors: where the system takes one of them for a while, the other threads go on. Fewer
   * answer more where those who ask run on this machine and need processors too.
   */
  public ServerBuilder ioThreads(int count) {
    ioThreads = Optional.of(count);
    return this;
  }

  /**
   * How many bytes the requests and answers of all connections may take at a time, beyond 32 KB for
   * each connection; 1 MB or more. Without it, a quarter of the heap.
   */
  public ServerBuilder requestMemory(long bytes) {
    requestMemory = Optional.of(bytes);
    return this;
  }

  /** The file of the tokens that hold; without one nobody is asked for a token. */
  public ServerBuilder tokens(Path file) {
    tokens = Optional.of(file);
    return this;
  }

  /** The PEM file of the certificate, for TLS on both ports. */
  public ServerBuilder tlsCertificate(Path file) {
    tlsCertificate = Optional.of(file);
    return this;
  }

  /** The PEM file of the certificate's key. */
  public ServerBuilder tlsKey(Path file) {
    tlsKey = Optional.of(file);
    return this;
  }

  /** Whether to listen beyond this machine without tokens or without TLS. */
  public ServerBuilder insecure(boolean said) {
    insecure = said;
    return this;
  }

  /**
   * How long a server that closes is not ready before it turns anybody away: so long those take to
   * learn it who send clients here. Without it, no time.
   */
  public ServerBuilder drainNotice(Duration time) {
    drainNotice = Optional.of(time);
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

  /** How the lines of this process's log look. */
  public ServerBuilder log(LogForm form) {
    log = Optional.of(form);
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
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach or another's
   */
  public Server start() {
    ServerSettings settings = ServerSettings.of(config.server());
    log.or(settings::log).orElse(LogForm.TEXT).use();
    List<String> faults = new ArrayList<>();
    AccessControlFiles files = guardFiles(settings, faults);
    boolean mayBeOpen = insecure || settings.insecure().orElse(false) || files.keepsStrangersOut();
    Optional<InetSocketAddress> httpAddress =
        address("http", http.or(settings::http).orElse(DEFAULT_HTTP), mayBeOpen, faults);
    Optional<InetSocketAddress> respAddress =
        address("resp", resp.or(settings::resp).orElse(DEFAULT_RESP), mayBeOpen, faults);
    int connections = maxConnections.or(settings::maxConnections).orElse(DEFAULT_MAX_CONNECTIONS);
    if (connections < 1) {
      faults.add(Message.of("max-connections is not 1 or more: max-connections={}", connections));
    }
    int threads = ioThreads
        .or(settings::ioThreads)
        .orElseGet(() -> Math.min(Runtime.getRuntime().availableProcessors(), MOST_IO_THREADS));
    if (threads < 1 || threads > MOST_IO_THREADS) {
      faults.add(Message.of("io-threads is not 1 to {}: io-threads={}", MOST_IO_THREADS, threads));
    }
    long memory = requestMemory
        .or(settings::requestMemory)
        .orElseGet(() -> Runtime.getRuntime().maxMemory() / REQUESTS_PART_OF_HEAP);
    if (memory < LEAST_REQUEST_MEMORY) {
      faults.add(Message.of("request-memory is not 1 MB or more: request-memory={}", memory));
    }
    Duration notice = drainNotice.or(settings::drainNotice).orElse(Duration.ZERO);
    checkDrain("drain-notice", notice, faults);
    Duration drainWithin = drain.or(settings::drain).orElse(DEFAULT_DRAIN);
    checkDrain("drain", drainWithin, faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    String url = StoreChoice.url(config, store, dataDirectory);
    return Server.start(new ServerPlan(
        config,
        url,
        store -> remembered(store, url),
        httpAddress.orElseThrow(),
        respAddress.orElseThrow(),
        connections,
        threads,
        memory,
        settings.idleAfter().orElse(DEFAULT_IDLE_AFTER),
        notice,
        drainWithin,
        settings.largeNumbers().orElse(LargeNumbers.REFUSE),
        AccessControl.open(files)));
  }

  private static void checkDrain(String name, Duration time, List<String> faults) {
    if (time.isNegative() || time.compareTo(LONGEST_DRAIN) > 0) {
      faults.add(Message.of("a time to drain is not 0s to {}: {}={}", LONGEST_DRAIN, name, time));
    }
  }

  private AccessControlFiles guardFiles(ServerSettings settings, List<String> faults) {
    Optional<Path> certificate = tlsCertificate.or(settings::tlsCertificate);
    Optional<Path> key = tlsKey.or(settings::tlsKey);
    if (certificate.isPresent() != key.isPresent()) {
      faults.add(Message.of(
          "TLS takes a certificate and its key: certificate={}, key={}",
          certificate.map(Path::toString).orElse("none"),
          key.map(Path::toString).orElse("none")));
    }
    return new AccessControlFiles(
        tokens.or(settings::tokens),
        certificate.flatMap(first -> key.map(second -> new PemFiles(first, second))),
        settings.auditFile(),
        settings.auditAbove().orElse(DEFAULT_AUDIT_ABOVE));
  }

  private RememberedStore remembered(ClaimStore opened, String url) {
    return RememberedStore.directory(url, dataDirectory)
        .map(directory ->
            RememberedStore.admit(opened, StoreUrl.mask(url), directory.toAbsolutePath(), init))
        .orElseGet(() -> RememberedStore.nowhere(opened));
  }

  private Optional<InetSocketAddress> address(
      String name, String text, boolean mayBeOpen, List<String> faults) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PORT) {
      faults.add(Message.of("not an address such as 127.0.0.1:7600: {}={}", name, text));
      return Optional.empty();
    }
    InetSocketAddress address =
        new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
    if (address.isUnresolved()) {
      faults.add(Message.of("the address is not one of this machine's: {}={}", name, text));
    } else if (!address.getAddress().isLoopbackAddress()) {
      checkOpen(name + "=" + NetUtil.toSocketAddressString(address), mayBeOpen, faults);
    }
    return Optional.of(address);
  }

  private void checkOpen(String address, boolean mayBeOpen, List<String> faults) {
    if (!mayBeOpen) {
      faults.add("tokens and TLS are missing, which a server that is reached from other machines"
          + " needs: "
          + address
          + "; give it tokens, a certificate and its key, or say --insecure");
    }
    if (config.autoCreate().stream().anyMatch(names -> names.names().isAny())) {
      faults.add("on an address that other machines reach, not every name may become a sequence"
          + " when it is asked for: "
          + address
          + ", auto-create=*; give it a file whose generators or auto-create name them, for"
          + " example by orders*");
    }
  }
}
