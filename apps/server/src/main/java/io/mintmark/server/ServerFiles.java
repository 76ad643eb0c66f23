package io.mintmark.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.server.net.Encryption;
import io.mintmark.server.watch.ReloadedFiles;
import io.mintmark.service.IdService;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The files of a running server that are read again when they change: its tokens, certificates and
 * configuration. Of a changed configuration, only new generators are applied: all of them, or none
 * if anything in the file has a fault.
 */
final class ServerFiles implements AutoCloseable {

  /** The clock of tokens and certificates. */
  static final InstantSource CLOCK = InstantSource.system();

  /**
   * The period of the checks for changes. A change is applied once two checks in a row have seen
   * it.
   */
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private static final String CONFIGURATION = "configuration";

  private final ServerBuilder builder;
  private final ServerPlan plan;
  private final AuditLog audit;
  final Access access;
  private final Optional<ReloadedFiles<Encryption>> tls;

  /** All files that are read again; none on a server that was started without files. */
  final List<ReloadedFiles<?>> all = new CopyOnWriteArrayList<>();

  /**
   * Reads the tokens and certificates, and checks them for changes from now on.
   *
   * @param builder decides the settings of a changed configuration in the same way as at the start
   * @param registry receives the metrics of the tokens
   * @throws ConfigurationException if a file cannot be read
   */
  ServerFiles(ServerBuilder builder, ServerPlan plan, MeterRegistry registry) {
    this.builder = builder;
    this.plan = plan;
    audit = new AuditLog(plan.settings().get(ServerSettings.AUDIT_ABOVE));
    AtomicReference<Tokens> tokens = new AtomicReference<>(Tokens.notAsked());
    access = new Access(tokens, audit, registry, CLOCK);
    plan.tokens()
        .map(file -> reloaded("tokens", List.of(file), () -> {
          Tokens read = Tokens.read(file).shown(registry, CLOCK);
          tokens.set(read);
          return read;
        }))
        .ifPresent(this::watch);
    tls = plan.tls().map(pem -> reloaded("tls", pem.files(), pem::read));
    tls.ifPresent(this::watch);
  }

  private <T> ReloadedFiles<T> reloaded(String name, List<Path> files, Supplier<T> read) {
    return new ReloadedFiles<>(name, files, read, fault -> audit.reloaded(name, fault), CLOCK);
  }

  private void watch(ReloadedFiles<?> files) {
    all.add(files);
    files.watch(LOOK_EVERY);
  }

  /**
   * Reads the configuration once more, in case it has changed since the start, and checks it for
   * changes from now on.
   *
   * @param service receives the generators
   * @param metrics receives the generators, and whether files could not be applied
   * @throws io.mintmark.error.MintmarkException if the configuration cannot be applied
   */
  void serve(IdService service, Metrics metrics) {
    builder
        .source
        .map(source -> reloaded(
            CONFIGURATION, List.of(source.file()), () -> takeOver(source, service, metrics)))
        .ifPresent(this::watch);
    all.forEach(metrics::showStale);
  }

  /**
   * Reads the configuration and applies it.
   *
   * @return the file's content
   * @throws ConfigurationException if anything in it is wrong, or a setting of the server has
   *     changed, which requires a restart; the message has every fault, and nothing is changed
   * @throws io.mintmark.error.MintmarkException if the store does not answer; nothing is changed
   */
  private Config takeOver(ServerBuilder.ConfigSource source, IdService service, Metrics metrics) {
    Config read = source.read().get();
    ServerPlan next = builder.decide(read);
    List<String> faults = new ArrayList<>(
        ServerSettings.takeRestart(plan.settings(), next.settings(), read.server()));
    if (!next.storeUrl().equals(plan.storeUrl())) {
      faults.add(Message.of(
          "{}: another store needs a restart: store={}, running={}",
          source.file(),
          StoreUrl.mask(next.storeUrl()),
          StoreUrl.mask(plan.storeUrl())));
    }
    if (isBuiltIn(read) && !isBuiltIn(plan.config())) {
      faults.add(Message.of(
          "{}: the file has no generators any more: running={}; if that is intended, write"
              + " generators: {}",
          source.file(),
          service.configured(),
          "{}"));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(CONFIGURATION, faults);
    }
    service.reconfigure(read);
    metrics.showGenerators(service);
    return read;
  }

  /**
   * Returns whether the file configures no generators, for example because it is truncated or
   * empty.
   */
  private static boolean isBuiltIn(Config config) {
    return config.generators().values().stream().anyMatch(Configured::isBuiltIn);
  }

  /** The present settings of TLS for new connections. */
  Optional<Supplier<ServerSSLOptions>> tls() {
    return tls.map(now -> () -> now.get().settings());
  }

  /** When the present certificate for new connections ends. */
  Optional<Supplier<Instant>> certificateEnds() {
    return tls.map(now -> () -> now.get().ends());
  }

  @Override
  public void close() {
    all.forEach(ReloadedFiles::close);
  }
}
