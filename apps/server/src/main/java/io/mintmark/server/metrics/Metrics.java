package io.mintmark.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.micrometer.ClaimTimers;
import io.mintmark.micrometer.GeneratorMeters;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.ConnectionLimit.Refusal;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.server.net.Traffic;
import io.mintmark.server.watch.ReloadedFiles;
import io.mintmark.service.GeneratorStatus;
import io.mintmark.service.IdService;
import io.mintmark.service.Problem;
import io.mintmark.service.Version;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Writes the counts and measurements of a server in Prometheus's text format. Thread-safe.
 *
 * <p>As an observer, it times the claims. The values of generators are read at each scrape, so they
 * add no cost to making an id. The number of series is fixed: each configured generator has series
 * with its name, and all auto-created names share the name {@value #AUTO_CREATED}.
 */
public final class Metrics implements GeneratorObserver, AutoCloseable {

  /** The name of all generators that are not configured. No real name contains this character. */
  public static final String AUTO_CREATED = "*";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** The objects that the series read. The registry holds them only weakly. */
  private final List<Object> read = new ArrayList<>();

  /** Of the configured generators with series, by name; empty before {@link #show(IdService)}. */
  private final Map<String, ClaimTimers> claims = new ConcurrentHashMap<>();

  private final ClaimTimers autoCreatedClaims =
      ClaimTimers.register(registry, AUTO_CREATED, "sequence");

  private final Histogram durations = Traffic.durations();
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /** Whether the store took the last claim; false while the store is not open. */
  private volatile BooleanSupplier isStoreUp = () -> false;

  /** Starts with the metrics of the JVM. */
  public Metrics() {
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    registry.getPrometheusRegistry().register(durations);
    gauge(
        "mintmark.build.info",
        "Always 1; which build of Mintmark runs, on which Java",
        () -> 1,
        "version",
        Version.TEXT,
        "java",
        Runtime.version().toString());
    for (Problem.Kind kind : Problem.Kind.values()) {
      counter(
          "mintmark.problems",
          "Requests that this process answered with a problem",
          kind::reported,
          "kind",
          kind.code());
    }
    gauge(
        "mintmark.store.up",
        "Whether the store took the last claim",
        () -> isStoreUp.getAsBoolean() ? 1 : 0);
  }

  /** The registry of all series. */
  public MeterRegistry registry() {
    return registry;
  }

  @Override
  public void claimed(Claim claim) {
    claims.getOrDefault(claim.generator(), autoCreatedClaims).answered(claim.took());
  }

  @Override
  public void claimFailed(FailedClaim claim) {
    claims.getOrDefault(claim.generator(), autoCreatedClaims).failed(claim.took());
  }

  /** Adds the generators of a service. */
  public void show(IdService service) {
    showGenerators(service);
    show(AUTO_CREATED, service::autoCreated);
    gauge(
        "mintmark.auto.created.names",
        "Auto-created names that are in use",
        service::autoCreatedNames);
    gauge(
        "mintmark.auto.created.names.max", "Limit of auto-created names", service::maxAutoCreated);
    isStoreUp = () -> !service.isStoreDown();
    gauge(
        "mintmark.generators.ended",
        "Configured generators that make no ids: moved, rewound, or their settings changed",
        service::endedGenerators);
  }

  /** Adds the configured generators that were not added before. */
  public synchronized void showGenerators(IdService service) {
    for (String name : service.configured()) {
      if (!claims.containsKey(name)) {
        String kind = service.generatorStatus(name).kind();
        show(name, () -> service.generatorStatus(name));
        claims.put(name, ClaimTimers.register(registry, name, kind));
        gauge(
            "mintmark.generator.ready",
            "Whether the next call for an id is expected to succeed",
            () -> service.isReady(name) ? 1 : 0,
            "generator",
            name,
            "kind",
            kind);
      }
    }
  }

  /**
   * Adds the number of connections, and their memory.
   *
   * @param admin the admin port, of which only refused connections are counted
   */
  public void show(Listeners listeners, Optional<Listeners> admin) {
    gauge(
        "mintmark.connections",
        "Open connections to the clients' ports, including connections without a request",
        listeners.limit()::open);
    gauge(
        "mintmark.connections.max",
        "Limit of connections to the clients' ports",
        listeners.limit()::most);
    for (Refusal reason : Refusal.values()) {
      counter(
          "mintmark.connections.refused",
          "Connections that were refused or cut off, by the reason",
          () -> listeners.limit().refused(reason)
              + admin.map(port -> port.limit().refused(reason)).orElse(0L),
          "reason",
          reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    gauge(
        "mintmark.request.memory.bytes",
        "Memory that large requests and answers may need at most",
        listeners.memory()::takenBytes);
    gauge(
        "mintmark.request.memory.max.bytes",
        "Limit of the memory of large requests and answers",
        listeners.memory()::mostBytes);
  }

  /** Adds the number of replies that are kept for repeated requests. */
  public void show(IdempotencyCache cache) {
    gauge("mintmark.idempotency.kept", "Answers kept under an idempotency key", cache::kept);
    gauge("mintmark.idempotency.memory.bytes", "Approximate memory of kept answers", cache::bytes);
    counter(
        "mintmark.idempotency.repeated",
        "Requests with an idempotency key that got the answer of an earlier request",
        cache::repeated);
    counter(
        "mintmark.idempotency.forgotten",
        "Answers under an idempotency key that were forgotten early for lack of room",
        cache::forgotten);
  }

  /**
   * Adds the number of connected clients of a protocol.
   *
   * @param most the largest allowed number of clients
   */
  public void showClients(String protocol, Supplier<Number> clients, Supplier<Number> most) {
    gauge("mintmark.clients", "Connections that count as clients", clients, "protocol", protocol);
    gauge(
        "mintmark.clients.max", "Limit of the connections of clients", most, "protocol", protocol);
  }

  /**
   * Adds whether changed files could not be applied, so that the earlier content is still in force.
   */
  public void showStale(ReloadedFiles<?> files) {
    gauge(
        "mintmark.files.stale",
        "Whether files have changed and cannot be applied",
        () -> files.status().fault().isPresent() ? 1 : 0,
        "what",
        files.status().what());
  }

  /** Adds how long the server's certificate is valid. */
  public void showCertificate(Supplier<Instant> ends) {
    gauge(
        "mintmark.certificate.remaining.seconds",
        "How long until the certificate ends",
        () -> (ends.get().toEpochMilli() - registry.config().clock().wallTime()) / 1e3);
  }

  /** Adds the durations and outcomes of a protocol's requests, and returns their counters. */
  public Traffic traffic(String protocol) {
    Traffic traffic = new Traffic(protocol, durations);
    for (RequestOutcome outcome : RequestOutcome.values()) {
      counter(
          "mintmark.answers",
          "Answers, by outcome of the request",
          () -> traffic.answers(outcome),
          "protocol",
          protocol,
          "outcome",
          outcome.word);
    }
    return traffic;
  }

  private void show(String name, Supplier<GeneratorStatus> status) {
    read.add(status);
    List<Meter> unused = GeneratorMeters.register(registry, name, status);
  }

  private void counter(String name, String description, LongSupplier count, String... tags) {
    read.add(count);
    FunctionCounter.builder(name, count, LongSupplier::getAsLong)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, String description, Supplier<Number> value, String... tags) {
    Gauge.builder(name, value).description(description).tags(tags).register(registry);
  }

  /** Writes all present values, in the text format of version 0.0.4. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
