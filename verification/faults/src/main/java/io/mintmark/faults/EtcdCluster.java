package io.mintmark.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.faults.Site.Fault;
import io.mintmark.store.etcd.EtcdServer;
import io.mintmark.testkit.BreakableNetwork;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster of three etcd, Debian's, which has no clock to show. Its address leads to one member,
 * as a load balancer does, and to another one while that is away.
 */
final class EtcdCluster implements SiteEngine {

  private static final int MEMBERS = 3;
  private static final long DOWN_MS = 3_000;
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);
  private static final Pattern LEADS =
      Pattern.compile("\"member_id\":\"(\\d+)\".*\"leader\":\"\\1\"");

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();
  private final List<EngineProcess> members;
  private EngineProcess reached;
  private EngineProcess struck;

  EtcdCluster() throws IOException {
    assumeTrue(EtcdServer.isInstalled(), "needs etcd (Debian's etcd-server)");
    members = EtcdServer.start(MEMBERS);
    reached = members.get(0);
    struck = reached;
  }

  @Override
  public int port() {
    return reached.port();
  }

  @Override
  public String url(String host, int port) {
    return "etcd://" + host + ":" + port;
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    return List.of(
        new Fault("leader killed", () -> leave(address).kill(), () -> struck.restart(), DOWN_MS),
        Fault.stopped("leader", () -> leave(address).pause(), () -> struck.resume()),
        new Fault(
            "all members killed",
            () -> members.forEach(EngineProcess::kill),
            () -> members.forEach(EngineProcess::restart),
            DOWN_MS));
  }

  /** Has the address lead to another member than the leader, and returns that. */
  private EngineProcess leave(BreakableNetwork address) {
    Waiting.until("there is a leader", () -> leader().isPresent());
    struck = leader().orElse(reached);
    if (struck == reached) {
      reached = members.get((members.indexOf(struck) + 1) % MEMBERS);
      address.leadTo(reached.port());
    }
    return struck;
  }

  private Optional<EngineProcess> leader() {
    return members.stream().filter(this::leads).findFirst();
  }

  private boolean leads(EngineProcess member) {
    URI status = URI.create("http://127.0.0.1:" + member.port() + "/v3/maintenance/status");
    HttpRequest request = HttpRequest.newBuilder(status)
        .timeout(ANSWER_WITHIN)
        .POST(HttpRequest.BodyPublishers.ofString("{}"))
        .build();
    try {
      Matcher matcher =
          LEADS.matcher(client.send(request, BodyHandlers.ofString()).body());
      return matcher.find();
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    members.forEach(EngineProcess::close);
  }
}
