package io.mintmark.server;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.TokenUses;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.http.PortPurpose;
import io.mintmark.server.http.RunningSettings;
import io.mintmark.server.http.ServerStatus;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.net.RequestMemory;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.net.Traffic;
import io.mintmark.server.resp.LargeNumbers;
import io.mintmark.server.resp.RespProtocol;
import io.mintmark.service.IdService;
import io.mintmark.service.LineService;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Both protocols without a port, for embedded channels. All work runs on the caller's thread. */
final class InProcess implements AutoCloseable {

  private final Mintmark mint = Surroundings.SYSTEM
      .background(Runnable::run)
      .of(Mintmark.builder())
      .store("memory:")
      .open();
  private final IdService service;
  private final RequestMemory memory = new RequestMemory(Runtime.getRuntime().maxMemory());
  private final ConnectionContext terms = new ConnectionContext(
      new RequestThreads(Runnable::run, Runnable::run),
      Duration.ofSeconds(5),
      memory,
      new Traffic(),
      new IdempotencyCache(100, 1 << 20, ElapsedClock.system()));
  private final LineService lines = new LineService(MintmarkAccess.storeOf(mint), "memory:", 1);

  private final Protocol http;

  InProcess(Config config) {
    service = new IdService(mint, config);
    ServerStatus status =
        new ServerStatus(() -> "", List::of, () -> new RunningSettings("", Map.of(), Map.of()));
    HttpProtocol calls = new HttpProtocol(service.readiness(), status, openAccess(), false, terms);
    calls.serve(service, lines, status, PortPurpose.EVERYTHING);
    http = calls;
  }

  /** Returns an access control that permits everything to every caller. */
  static Access openAccess() {
    Tokens all = Tokens.notAsked();
    return new Access(
        () -> all,
        new AuditLog(Long.MAX_VALUE),
        new TokenUses(new SimpleMeterRegistry()),
        InstantSource.fixed(Instant.EPOCH));
  }

  /** Returns the memory that all connections share. */
  RequestMemory memory() {
    return memory;
  }

  IdService service() {
    return service;
  }

  /** Returns a new protocol each time, because each connection has its own session. */
  Protocol resp() {
    return new RespProtocol(service, openAccess(), LargeNumbers.REFUSE, terms);
  }

  Protocol http() {
    return http;
  }

  @Override
  public void close() {
    mint.close();
  }
}
