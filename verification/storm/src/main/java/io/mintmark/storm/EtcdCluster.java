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
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster of three members of etcd, which has no readable clock. Its address leads to one member,
 * as a load balancer's does. If this member is the leader, the address is moved to another member
 * before a fault of the leader.
 */
final class EtcdCluster implements Engine {

  private static final int MEMBERS = 3;
  private static final long DOWN_MS = 3_000;

  /**
   * The duration of the fault of a full database. Part of it passes before the database is full.
   * From then on, until the end of the fault, the store cannot be opened. Claims still succeed,
   * because etcd 3.4 does not count puts in a nested transaction.
   */
  private static final long FULL_MS = 16_000;

  /**
   * The largest size of the database. Old revisions are removed soon, so claims alone need a
   * fraction of it.
   */
  private static final int QUOTA_BYTES = 40 << 20;

  private static final String[] LIMITS = {
    "--quota-backend-bytes=" + QUOTA_BYTES,
    "--auto-compaction-mode=periodic",
    "--auto-compaction-retention=10s",
    "--snapshot-count=10000",
    "--max-wals=1",
    "--max-snapshots=1"
  };

  /**
   * Three logs and three databases need up to 736 MB. A log consists of files of 64 MB, and the
   * next file is made ahead of time.
   */
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

  /** Without a readable clock, nothing distinguishes a time far ahead from the right time. */
  @Override
  public Set<ProcessFault> processFaults() {
    return EnumSet.complementOf(
        EnumSet.of(ProcessFault.CLOCK_2_MINUTES_AHEAD, ProcessFault.CLOCK_1_HOUR_AHEAD));
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

  /** Makes the address lead to a member other than the leader, and returns the leader. */
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

  /** Writes until etcd accepts no more. Its alarm then refuses every write, on all members. */
  private void fill() {
    putUntil(answer -> answer.contains("database space exceeded"));
  }

  /**
   * Writes until etcd accepts no more. A member with a full disk ends, because it cannot write its
   * log.
   */
  private void fillRest() {
    putUntil(answer -> !answer.contains("\"revision\""));
  }

  /** Puts ballast until a reply fulfils a condition; no reply is {@code ""}. */
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
    throw new IllegalStateException("etcd is never full: ballastMiB=" + MAX_BALLAST);
  }

  /**
   * Restarts all members, as an operator would once the disk works: most members have ended by
   * themselves.
   */
  private void bringBack() {
    members.forEach(EngineProcess::kill);
    members.forEach(EngineProcess::restart);
    free();
  }

  /**
   * Frees space as etcd's manual describes: makes room, releases it on each member, and ends the
   * alarms.
   */
  private void free() {
    String range = "{\"key\":\"" + BALLAST + "\",\"range_end\":\"" + PAST_BALLAST + "\"}";
    Matcher revision = REVISION.matcher(order(reached, "kv/deleterange", range));
    if (!revision.find()) {
      throw new IllegalStateException("no revision in etcd's answer");
    }
    // etcd may have compacted by itself meanwhile, up to a newer revision.
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

  /** Each member compacts at its own time, and releases only compacted space. */
  private long size(EngineProcess member) {
    Matcher size = SIZE.matcher(order(member, "maintenance/status", "{}"));
    if (!size.find()) {
      throw new IllegalStateException("no size in etcd's answer");
    }
    return Long.parseLong(size.group(1));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Repeats a request until it succeeds: members that have just restarted may lack a leader. */
  private String order(EngineProcess member, String path, String body) {
    List<String> answers = new ArrayList<>();
    Waiting.until(
        "etcd executes a request: " + path,
        () -> ask(member, path, body, WORK_WITHIN)
            .filter(answer -> !answer.contains("\"error\""))
            .map(answers::add)
            .orElse(false));
    return answers.get(0);
  }

  /** Sends a request to a member, which may be down or too slow. */
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
