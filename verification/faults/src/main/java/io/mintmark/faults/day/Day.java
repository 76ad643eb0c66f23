package io.mintmark.faults.day;

import io.mintmark.faults.Database;
import io.mintmark.faults.Programs;
import io.mintmark.faults.Waiting;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A day in the life of a service: three servers on PostgreSQL, clients of three kinds that ask all
 * the time, and what an operations team does and suffers. Every id has to be there once, no request
 * may be lost but those in flight when a server is killed, and each alert has to fire where it
 * should, and nowhere else.
 */
public final class Day {

  private static final String SHORT = "--short";

  private static final String STORE_DOWN = "MintmarkStoreDown";
  private static final String CALLS_FAIL = "MintmarkCallsFail";
  private static final String RUN_DRY = "MintmarkIdsRunDry";
  private static final String TOKEN_ENDS = "MintmarkTokenEnds";
  private static final String CERTIFICATE_ENDS = "MintmarkCertificateEnds";
  private static final String FILES_STALE = "MintmarkFilesStale";
  private static final String CLAIMS_SLOW = "MintmarkClaimsSlow";
  private static final String REQUESTS_SLOW = "MintmarkRequestsSlow";

  private final Length length;
  private final Path alerts;
  private final TimeLine timeLine;
  private final Path folder;

  /**
   * How long the day is.
   *
   * @param calm for how long nothing is done after each part
   * @param afterTheLast how long to wait before a backup is restored, as the page on backups says
   */
  record Length(Duration calm, Duration afterTheLast) {

    static final Length FULL = new Length(Duration.ofSeconds(25), Duration.ofMinutes(2));
    static final Length SHORT = new Length(Duration.ofSeconds(2), Servers.CLAIMS_LAST);
  }

  private Day(Length length, Path alerts, PrintStream out, Path folder) {
    this.length = length;
    this.alerts = alerts;
    this.timeLine = new TimeLine(out);
    this.folder = folder;
  }

  /** Arguments: the file of alerts, and {@code --short}. Ends with 1 if anything was found. */
  public static void main(String[] arguments) throws Exception {
    List<String> options = List.of(arguments).subList(1, arguments.length);
    if (!options.isEmpty() && !options.equals(List.of(SHORT))) {
      throw new IllegalArgumentException("the only option is " + SHORT + ": options=" + options);
    }
    Length length = options.isEmpty() ? Length.FULL : Length.SHORT;
    List<String> findings = live(length, Path.of(arguments[0]), System.out);
    System.out.println(findings.isEmpty() ? "nothing found" : findings.size() + " found:");
    findings.forEach(System.out::println);
    System.exit(findings.isEmpty() ? 0 : 1);
  }

  /** Lives through one, and returns what should not have been. */
  static List<String> live(Length length, Path alerts, PrintStream out) throws Exception {
    Path folder = Files.createTempDirectory("mintmark-day");
    try {
      Day day = new Day(length, alerts.toAbsolutePath(), out, folder);
      day.live();
      return day.timeLine.findings();
    } finally {
      Programs.delete(folder);
    }
  }

  private void live() throws Exception {
    Access access = new Access(folder.resolve("access"));
    try (Database database = new Database(folder, List.of());
        Servers servers = new Servers(folder, database.url(), access)) {
      servers.awaitReady();
      timeLine.begin(Step.of("the start").fires(TOKEN_ENDS, CERTIFICATE_ENDS));
      try (Alerts watch =
              new Alerts(timeLine, folder.resolve("prometheus"), alerts, servers, access.folder());
          Load load = new Load(timeLine, servers, access, folder.resolve("ids"))) {
        watch.await(TOKEN_ENDS);
        watch.await(CERTIFICATE_ENDS);
        calm(servers, load);
        upgrade(servers, load);
        rotateToken(servers, load, access, watch);
        renewCertificate(servers, load, access, watch);
        addGenerator(servers, load);
        Path dump = folder.resolve("lines.dump");
        timeLine.begin(Step.of("a backup"));
        database.backUp(dump);
        calm(servers, load);
        pauseDatabase(servers, load, database, watch);
        failOver(servers, load, database);
        killServer(servers, load, watch);
        restore(servers, load, database, dump, watch);
        timeLine.end();
        load.finish();
      }
    } finally {
      timeLine.printTable();
    }
  }

  /** All is well again, and stays so for a while. */
  private void calm(Servers servers, Load load) {
    servers.awaitReady();
    load.awaitAnswers();
    Waiting.pass(length.calm);
  }

  private void upgrade(Servers servers, Load load) {
    // A server that starts anew has its certificate and token counted anew.
    timeLine.begin(Step.of("a rolling upgrade").mayFire(TOKEN_ENDS, CERTIFICATE_ENDS));
    for (int i = 0; i < Servers.COUNT; i++) {
      terminate(servers, i);
      servers.start(i);
      timeLine.note("server " + i + " is ready again");
      load.awaitAnswers();
    }
    calm(servers, load);
  }

  private void terminate(Servers servers, int server) {
    int exit = servers.terminate(server);
    timeLine.note("server " + server + " ended by SIGTERM: exit=" + exit);
    if (exit != 0) {
      timeLine.found("a server did not end in order: server=" + server + ", exit=" + exit);
    }
  }

  private void rotateToken(Servers servers, Load load, Access access, Alerts watch)
      throws IOException {
    // Both may fire once more until the token and the certificate are new.
    timeLine.begin(
        Step.of("a token rotated").fires(FILES_STALE).mayFire(TOKEN_ENDS, CERTIFICATE_ENDS));
    access.spoilTokens();
    timeLine.note("a file of tokens that cannot be read");
    watch.await(FILES_STALE);
    access.addToken();
    timeLine.note("a new token beside the old one");
    watch.awaitEnd(FILES_STALE);
    watch.awaitEnd(TOKEN_ENDS);
    access.handOutToken();
    load.takeNewToken();
    load.awaitAnswers();
    access.withdrawOldToken();
    timeLine.note("clients have the new token; the old one is withdrawn");
    calm(servers, load);
  }

  private void renewCertificate(Servers servers, Load load, Access access, Alerts watch)
      throws Exception {
    timeLine.begin(Step.of("a certificate renewed").mayFire(CERTIFICATE_ENDS));
    access.renewCertificate();
    servers.awaitCertificate("renewed");
    timeLine.note("all servers show the new certificate");
    watch.awaitEnd(CERTIFICATE_ENDS);
    calm(servers, load);
  }

  private void addGenerator(Servers servers, Load load) throws IOException {
    timeLine.begin(Step.of("a generator added"));
    servers.addGenerator();
    timeLine.note("all servers have " + Servers.ADDED);
    load.askFor(Servers.ADDED);
    calm(servers, load);
  }

  private void pauseDatabase(Servers servers, Load load, Database database, Alerts watch) {
    timeLine.begin(Step.of("the database paused")
        .fires(STORE_DOWN, CALLS_FAIL, RUN_DRY)
        .mayFire(CLAIMS_SLOW, REQUESTS_SLOW)
        .mayRefuse());
    database.pause();
    timeLine.note("the database is stopped in its tracks");
    watch.await(STORE_DOWN);
    watch.await(RUN_DRY);
    watch.await(CALLS_FAIL);
    database.resume();
    timeLine.note("the database goes on");
    watch.awaitEnd(STORE_DOWN);
    calm(servers, load);
  }

  private void failOver(Servers servers, Load load, Database database) {
    timeLine.begin(Step.of("a failover")
        .mayFire(STORE_DOWN, CALLS_FAIL, RUN_DRY, CLAIMS_SLOW, REQUESTS_SLOW)
        .mayRefuse());
    database.failOver();
    timeLine.note("the primary is killed, the standby promoted");
    calm(servers, load);
  }

  private void killServer(Servers servers, Load load, Alerts watch) {
    Step step = Step.of("a server killed")
        .fires(Alerts.SERVER_DOWN)
        .mayFire(CALLS_FAIL)
        .mayLose(load.mostInFlight());
    timeLine.begin(step);
    step.kills(System.nanoTime());
    servers.kill(0);
    timeLine.note("server 0 is killed");
    watch.await(Alerts.SERVER_DOWN);
    servers.start(0);
    timeLine.note("server 0 is ready again");
    watch.awaitEnd(Alerts.SERVER_DOWN);
    calm(servers, load);
  }

  private void restore(Servers servers, Load load, Database database, Path dump, Alerts watch)
      throws Exception {
    timeLine.begin(Step.of("a backup restored").fires(Alerts.SERVER_DOWN));
    load.withoutJavaProgram(() -> {
      for (int i = 0; i < Servers.COUNT; i++) {
        terminate(servers, i);
      }
      database.restore(dump);
      timeLine.note("the database is lost, and restored; nothing makes ids");
      Waiting.pass(length.afterTheLast);
      watch.await(Alerts.SERVER_DOWN);
      raise(servers, database);
      for (int i = 0; i < Servers.COUNT; i++) {
        servers.start(i);
      }
      timeLine.note("all lines are raised, all servers are ready");
    });
    watch.awaitEnd(Alerts.SERVER_DOWN);
    calm(servers, load);
  }

  private static void raise(Servers servers, Database database) {
    List<String> command = new ArrayList<>(
        List.of("lines", "raise", "--all", "--by-time", "--margin", "1000000", "--config"));
    command.add(servers.config().toString());
    command.addAll(List.of("--store", database.url()));
    servers.lastStores().forEach(each -> {
      command.add("--last-store");
      command.add(each.toString());
    });
    String unused = Programs.mintmark(command.toArray(String[]::new));
  }
}
