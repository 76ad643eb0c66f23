package io.mintmark.server;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.objectid.ObjectId;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.http.PortPurpose;
import io.mintmark.server.http.ServedStore;
import io.mintmark.server.http.ServerStatus;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.net.Traffic;
import io.mintmark.server.resp.LargeNumbers;
import io.mintmark.server.resp.RespProtocol;
import io.mintmark.service.IdService;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Both protocols on ports, without tokens and TLS, on the store {@code memory:}. */
final class InProcess implements AutoCloseable {

  private static final int CONNECTIONS = 10_000;

  private final Mintmark mint = Surroundings.SYSTEM
      .background(Runnable::run)
      .of(Mintmark.builder())
      .store("memory:")
      .open();
  private final IdService service;
  private final InFlight inFlight = new InFlight(Runtime.getRuntime().maxMemory());
  private final RequestThreads threads = RequestThreads.start("mintmark", 64);
  private final ConnectionContext terms = new ConnectionContext(
      threads,
      Duration.ofSeconds(5),
      inFlight,
      new Traffic("http", Traffic.durations()),
      new IdempotencyCache(1 << 20, ElapsedClock.system()));
  private final ServedStore lines = new ServedStore(MintmarkAccess.storeOf(mint), "memory:", 1);
  private final Listeners listeners = new Listeners(
      1,
      new ConnectionLimit(CONNECTIONS, Duration.ofSeconds(10), () -> false),
      inFlight,
      Optional.empty());
  private final InetSocketAddress http;
  private final InetSocketAddress resp;

  InProcess(Config config) {
    service = new IdService(mint, config);
    ServerStatus status = new ServerStatus(() -> "", List::of);
    HttpProtocol calls = new HttpProtocol(service.readiness(), status, openAccess(), false, terms);
    calls.serve(service, lines, status, PortPurpose.EVERYTHING);
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    http = listeners.listen("http", anyPort, calls);
    resp = listeners.listen(
        "resp",
        anyPort,
        new RespProtocol(service, openAccess(), LargeNumbers.REFUSE, terms, ObjectId.next()));
  }

  /** Returns an access control that permits everything to every caller. */
  static Access openAccess() {
    return new Access(
        new AtomicReference<>(Tokens.notAsked()),
        new AuditLog(Long.MAX_VALUE),
        new SimpleMeterRegistry(),
        InstantSource.fixed(Instant.EPOCH));
  }

  /** Returns the limit that all connections share. */
  InFlight inFlight() {
    return inFlight;
  }

  IdService service() {
    return service;
  }

  /** Returns how many connections ended because of a fault of the server. */
  long faults() {
    return listeners.limit().refused(ConnectionLimit.Refusal.FAULT);
  }

  /** Stops as the server does: received requests are answered, and then connections end. */
  int drain() {
    return listeners.close(Duration.ofSeconds(60));
  }

  InetSocketAddress resp() {
    return resp;
  }

  InetSocketAddress http() {
    return http;
  }

  @Override
  public void close() {
    listeners.close();
    threads.close();
    mint.close();
  }
}
