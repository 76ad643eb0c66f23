package io.mintmark.storm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.etcd.EtcdServer;
import io.mintmark.storm.Fault.Trait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster of three members of etcd, which has no clock to show. Its address leads to one member,
 * like a load balancer's, and to another one while that is down.
 */
final class EtcdCluster implements Engine {

  private static final int MEMBERS = 3;
  private static final long DOWN_MS = 3_000;

  /**
   * Some seconds of it pass before the database is full. Then the store cannot be opened. Claims go
   * on, as etcd 3.4 does not count puts in a transaction within a transaction.
   */
  private static final long FULL_MS = 16_000;

  /** How much it takes; old revisions go soon, so that claims alone need a fraction of it. */
  private static final int QUOTA_BYTES = 40 << 20;

  private static final String[] LIMITS = {
    "--quota-backend-bytes=" + QUOTA_BYTES,
    "--auto-compaction-mode=periodic",
    "--auto-compaction-retention=10s",
    "--snapshot-count=10000",
    "--max-wals=1",
    "--max-snapshots=1"
  };

  /** Three logs in files of 64 MB, the next made ahead of time, and three databases: up to 736. */
  private static final int MEGABYTES = 1_024;

  private static final int BALLAST_BYTES = 1 << 20;
  private static final int MAX_BALLAST = 256;
  private static final String BALLAST = base64("ballast/");
  private static final String PAST_BALLAST = base64("ballast0");
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

  /** For requests that copy the whole database, or wait for all members. */
  private static final Duration WORK_WITHIN = Duration.ofSeconds(30);

  private static final Pattern LEADS =
      Pattern.compile("\"member_id\":\"(\\d+)\".*\"leader\":\"\\1\"");
  private static final Pattern REVISION = Pattern.compile("\"revision\":\"(\\d+)\"");
  private static final Pattern SIZE = Pattern.compile("\"dbSize\":\"(\\d+)\"");
  private static final Pattern ALARM =
      Pattern.compile("\\{\"memberID\":\"(\\d+)\",\"alarm\":\"NOSPACE\"}");

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();
  private final Path data;
  private final Disk disk;
  private final List<EngineProcess> members;
  private EngineProcess reached;
  private EngineProcess failed;

  /** Starts all members on one disk, so that no majority is left when it is full or fails. */
  EtcdCluster(Path folder, Resources resources) throws Exception {
    assumeTrue(EtcdServer.isInstalled(), "needs etcd (Debian's etcd-server)");
    data = folder.resolve("data");
    disk = resources.add(new Disk(data, MEGABYTES));
    members = EtcdServer.start(folder, data, MEMBERS, LIMITS);
    members.forEach(resources::add);
    reached = members.get(0);
    failed = reached;
  }

  @Override
  public int port() {
    return reached.port();
  }

  @Override
  public String url(int port) {
    return "etcd://127.0.0.1:" + port;
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    List<Fault> all = new ArrayList<>(disk.faults(this::fillRest, this::bringBack));
    all.addAll(List.of(
        new Fault(
            "leader killed",
            () -> leave(address).kill(),
            () -> failed.restart(),
            DOWN_MS,
            Trait.ALWAYS),
        Fault.paused("leader", () -> leave(address).pause(), () -> failed.resume()),
        new Fault(
            "all members killed",
            () -> members.forEach(EngineProcess::kill),
            () -> members.forEach(EngineProcess::restart),
            DOWN_MS),
        new Fault("database full", this::fill, this::free, FULL_MS)));
    return all;
  }

  /** All members are restored together. */
  @Override
  public Optional<Backup> backup() {
    return Optional.of(new DiskCopies(members, data, folder -> {}));
  }

  /** Has the address lead to another member than the leader, and returns that. */
  private EngineProcess leave(BreakableNetwork address) {
    Waiting.until("there is a leader", () -> leader().isPresent());
    failed = leader().orElse(reached);
    if (failed == reached) {
      reached = members.get((members.indexOf(failed) + 1) % MEMBERS);
      address.leadTo(reached.port());
    }
    return failed;
  }

  private Optional<EngineProcess> leader() {
    return members.stream().filter(this::leads).findFirst();
  }

  private boolean leads(EngineProcess member) {
    return ask(member, "maintenance/status", "{}", ANSWER_WITHIN)
        .map(answer -> LEADS.matcher(answer).find())
        .orElse(false);
  }

  /** Writes until etcd takes no more: its alarm then refuses every write, on all members. */
  private void fill() {
    putUntil(answer -> answer.contains("database space exceeded"));
  }

  /** Writes until nothing more is taken: a member whose disk is full ends, without its log. */
  private void fillRest() {
    putUntil(answer -> !answer.contains("\"revision\""));
  }

  /** Puts ballast until etcd answers so; {@code ""} is no answer. */
  private void putUntil(Predicate<String> isEnough) {
    byte[] value = new byte[BALLAST_BYTES];
    new SplittableRandom(0).nextBytes(value);
    String text = Base64.getEncoder().encodeToString(value);
    for (int i = 0; i < MAX_BALLAST; i++) {
      String put = "{\"key\":\"" + base64("ballast/" + i) + "\",\"value\":\"" + text + "\"}";
      if (isEnough.test(ask(reached, "kv/put", put, WORK_WITHIN).orElse(""))) {
        return;
      }
    }
    throw new IllegalStateException("etcd takes all of it: ballastMiB=" + MAX_BALLAST);
  }

  /** Does the work of an operator once the disk works: most members have ended by themselves. */
  private void bringBack() {
    members.forEach(EngineProcess::kill);
    members.forEach(EngineProcess::restart);
    free();
  }

  /** As in its manual: make room, give it back on each member, and end the alarms. */
  private void free() {
    String range = "{\"key\":\"" + BALLAST + "\",\"range_end\":\"" + PAST_BALLAST + "\"}";
    Matcher revision = REVISION.matcher(order(reached, "kv/deleterange", range));
    if (!revision.find()) {
      throw new IllegalStateException("etcd does not say its revision");
    }
    // It may have compacted by itself meanwhile, up to a newer one.
    String upTo = "{\"revision\":" + revision.group(1) + "}";
    Optional<String> unused = ask(reached, "kv/compaction", upTo, WORK_WITHIN);
    members.forEach(member ->
        Waiting.until("a member of etcd has room again: port=" + member.port(), () -> {
          boolean done =
              ask(member, "maintenance/defragment", "{}", WORK_WITHIN).isPresent();
          return done && size(member) < QUOTA_BYTES / 2;
        }));
    Matcher alarms = ALARM.matcher(order(reached, "maintenance/alarm", "{\"action\":\"GET\"}"));
    while (alarms.find()) {
      String alarm = "{\"action\":\"DEACTIVATE\",\"memberID\":\"" + alarms.group(1)
          + "\",\"alarm\":\"NOSPACE\"}";
      order(reached, "maintenance/alarm", alarm);
    }
  }

  /** Each member compacts in its own time, and gives back only compacted space. */
  private long size(EngineProcess member) {
    Matcher size = SIZE.matcher(order(member, "maintenance/status", "{}"));
    if (!size.find()) {
      throw new IllegalStateException("etcd does not say how large it is");
    }
    return Long.parseLong(size.group(1));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Again until it is done: members that have just come back may have no leader yet. */
  private String order(EngineProcess member, String path, String body) {
    List<String> answers = new ArrayList<>();
    Waiting.until(
        "etcd obeys: " + path,
        () -> ask(member, path, body, WORK_WITHIN)
            .filter(answer -> !answer.contains("\"error\""))
            .map(answers::add)
            .orElse(false));
    return answers.get(0);
  }

  /** Asks a member, which may be away or not answer in time. */
  private Optional<String> ask(EngineProcess member, String path, String body, Duration within) {
    URI address = URI.create("http://127.0.0.1:" + member.port() + "/v3/" + path);
    HttpRequest request = HttpRequest.newBuilder(address)
        .timeout(within)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    try {
      return Optional.of(client.send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
