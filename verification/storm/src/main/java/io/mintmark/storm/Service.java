package io.mintmark.storm;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import io.mintmark.storm.Fault.Action;
import io.mintmark.storm.Fault.Trait;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Three servers with TLS and tokens on PostgreSQL, watched by Prometheus. The processes use them
 * with {@code mintmark://}, other clients with HTTP and the Redis protocol. Upgrades and rotations
 * must not lose or refuse a request. Each failure must cause its alerts.
 */
final class Service implements Engine {

  private static final int SERVERS = 3;
  private static final String SERVER_DOWN = "MintmarkServerDown";
  private static final String[] START_ALERTS = {SERVER_DOWN, "MintmarkConnectionsDropped"};
  private static final String STORE_DOWN = "MintmarkStoreDown";
  private static final String CALLS_FAIL = "MintmarkCallsFail";
  private static final String RUN_DRY = "MintmarkIdsRunDry";
  private static final String TOKEN_ENDS = "MintmarkTokenEnds";
  private static final String CERTIFICATE_ENDS = "MintmarkCertificateEnds";
  private static final String FILES_STALE = "MintmarkFilesStale";

  /**
   * The alerts that may fire when the store fails. They include the alert for skew: a call that
   * waited for the store reads its clock late, which looks like skew.
   */
  private static final String[] STORE_ALERTS = (STORE_DOWN + " " + CALLS_FAIL + " " + RUN_DRY
          + " MintmarkClaimsSlow MintmarkRequestsSlow MintmarkClockSkew MintmarkConnectionsDropped")
      .split(" ", -1);

  /** Longer than a server waits for its store. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long FAILOVER_MS = 3_000;

  private final Database database;
  private final Access access;
  private final HttpClient client;
  private final List<EngineProcess> servers = new ArrayList<>();
  private final List<Integer> respPorts = new ArrayList<>();
  private final Alerts alerts;
  private @Nullable ServiceWatch watch;

  Service(Path folder, Resources resources, PrintStream out) throws Exception {
    ToolRun.assumeAreThere("prometheus", "openssl");
    database = new Database(folder, List.of(), resources);
    access = new Access(folder.resolve("access"));
    // With HTTP/2, the JDK's client drops requests when a server drains.
    client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(access.trusting())
        .connectTimeout(Duration.ofSeconds(5))
        .build();
    for (int i = 0; i < SERVERS; i++) {
      respPorts.add(EngineProcess.freePort());
      servers.add(resources.add(ServerProcess.start(
          folder.resolve("server-" + i),
          access.configuration(),
          List.of(
              "--resp=127.0.0.1:" + respPorts.get(i), "--store=" + database.url(), "--data=state"),
          List.of())));
    }
    alerts =
        resources.add(new Alerts(folder.resolve("prometheus"), addresses(), access.folder(), out));
    // A server that has just started on a busy machine may answer too late.
    alerts.allow(START_ALERTS);
    alerts.allow(TOKEN_ENDS, CERTIFICATE_ENDS);
    alerts.await(TOKEN_ENDS, CERTIFICATE_ENDS);
  }

  private String addresses() {
    return servers.stream()
        .map(server -> "127.0.0.1:" + server.port())
        .collect(Collectors.joining(","));
  }

  @Override
  public int port() {
    return servers.get(0).port();
  }

  /** Processes have the addresses of all servers. */
  @Override
  public String url(int port) {
    return "mintmark://" + addresses() + "?tls=true&ca=" + access.root() + "&token-file="
        + access.folder().resolve("shop.token");
  }

  @Override
  public int processes() {
    return 2;
  }

  /** Slow, so that no call fails because the machine is busy. */
  @Override
  public Duration pace() {
    return Duration.ofMillis(50);
  }

  /** None: every failed call must be caused by the service. */
  @Override
  public Set<ProcessFault> processFaults() {
    return Set.of();
  }

  @Override
  public List<EngineProcess> servers() {
    return servers;
  }

  @Override
  public String storeArgument(String url) {
    return "--store=" + database.url();
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    return List.of(
        operation("rolling upgrade", this::upgrade, () -> {}),
        operation("token rotated", this::spoilTokens, this::rotateToken),
        operation("certificate renewed", this::renewCertificate, () -> {}),
        new Fault(
            "database paused",
            this::pause,
            repair(() -> database.primary().resume()),
            0,
            Trait.ALWAYS),
        new Fault(
            Database.FAILOVER,
            this::failOver,
            repair(database::renewStandby),
            FAILOVER_MS,
            Trait.ALWAYS));
  }

  private static Fault operation(String name, Action begin, Action end) {
    return new Fault(name, begin, end, 0, Trait.ALWAYS, Trait.NO_CALL_FAILS);
  }

  private void upgrade() {
    // On a busy machine a server may be down for as long as the alert waits.
    alerts.allow(START_ALERTS);
    for (EngineProcess server : servers) {
      int exit = server.terminate();
      if (exit != 0) {
        throw new IllegalStateException("the server did not end properly: exit=" + exit);
      }
      server.restart();
      awaitAnswers();
    }
    alerts.awaitEnd(SERVER_DOWN);
    alerts.causeEnded(START_ALERTS);
  }

  private void spoilTokens() throws IOException {
    alerts.allow(FILES_STALE);
    access.spoilTokens();
  }

  private void rotateToken() throws IOException {
    alerts.await(FILES_STALE);
    access.addToken();
    alerts.awaitEnd(FILES_STALE, TOKEN_ENDS);
    alerts.causeEnded(FILES_STALE, TOKEN_ENDS);
    access.handOutToken();
    awaitAnswers();
    access.withdrawOldToken();
  }

  private void renewCertificate() throws Exception {
    access.renewCertificate();
    alerts.awaitEnd(CERTIFICATE_ENDS);
    alerts.causeEnded(CERTIFICATE_ENDS);
  }

  private void pause() {
    alerts.allow(STORE_ALERTS);
    database.primary().pause();
    alerts.await(STORE_DOWN, RUN_DRY, CALLS_FAIL);
  }

  private void failOver() {
    alerts.allow(STORE_ALERTS);
    database.failOver();
  }

  private Action repair(Action how) {
    return () -> {
      how.run();
      alerts.awaitEnd(STORE_DOWN);
      alerts.causeEnded(STORE_ALERTS);
    };
  }

  /** Waits until each client has a reply to a request that it sent after this call began. */
  private void awaitAnswers() {
    if (watch != null) {
      watch.awaitAnswers();
    }
  }

  @Override
  public Watch watch(Environment environment, String name, LostTime lost) throws IOException {
    alerts.awaitEnd(SERVER_DOWN);
    alerts.causeEnded(START_ALERTS);
    ServiceWatch begun = new ServiceWatch(alerts);
    List<String> urls =
        servers.stream().map(each -> "https://127.0.0.1:" + each.port()).toList();
    Caller.Request http = Caller.http(
        client,
        urls,
        Kind.SNOWFLAKES,
        request -> request.header("Authorization", "Bearer " + access.token()).timeout(PATIENCE));
    begun.add("HTTP", http, new CallFile(environment.files(), Kind.SNOWFLAKE, name + "-http"));
    for (int port : respPorts) {
      RespClient resp = begun.own(new RespClient(port, access));
      CallFile calls = new CallFile(environment.files(), Kind.STRICT, name + "-resp-" + port);
      begun.add("RESP " + port, () -> resp.next(ServerProcess.PROBE), calls);
    }
    watch = begun;
    return begun;
  }

  @Override
  public Optional<Backup> backup() {
    return Optional.of(new Backup() {
      @Override
      public void make(Path copy) {
        database.make(copy);
      }

      @Override
      public void restore(Path copy) {
        alerts.allow(START_ALERTS);
        database.restore(copy);
        alerts.await(SERVER_DOWN);
      }
    });
  }
}
