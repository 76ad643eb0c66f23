package io.mintmark.faults;

import io.mintmark.faults.DrawingProcess.Report;
import io.mintmark.faults.Site.Fault;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One fault after another on one site, while four processes with sixteen threads each draw ids of
 * every kind. After each fault every kind in every process, and the server, have to make ids again
 * in time; at the end no id may have been drawn twice, nor against its kind's order.
 */
final class Storm {

  static final int PROCESSES = 4;

  /** Past a window, a wait on an engine that may have forgotten, and the slow start of a JVM. */
  private static final long RECOVERY_MS = 45_000;

  /** How much longer than its timeout a call may last on a machine that is short of processors. */
  private static final long SLACK_MS = 4_000;

  private static final long MAX_WRONG_HEALTH_MS = 10_000;
  private static final long CALM_MS = 2_000;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How many ids of a kind show that a process is well again: more than it had in hand. */
  private static final int WELL_AGAIN = 32;

  private final Site site;
  private final SplittableRandom random;
  private final PrintStream out;
  private final List<DrawingProcess> processes = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private int started;

  Storm(Site site, long seed, PrintStream out) {
    this.site = site;
    this.random = new SplittableRandom(seed);
    this.out = out;
  }

  /**
   * Lets it rage.
   *
   * @param seconds how long; the fault that is on then is still brought to its end
   * @return what should not have been; empty if all is well
   */
  List<String> rage(long seconds) throws IOException {
    out.printf("%s: %s%n", site.name(), site.kinds());
    Histories histories = new Histories(site.files(), System.nanoTime());
    try (HealthWatch health = new HealthWatch(site.server(), site.files())) {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(start());
      }
      awaitWell("the start", health);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      List<Fault> faults = faults();
      for (int i = 0; System.nanoTime() < deadline; i++) {
        befall(faults.get(i % faults.size()), health);
      }
      judge(health);
    } finally {
      processes.forEach(DrawingProcess::close);
    }
    for (Kind kind : site.kinds()) {
      Histories.Judgement judgement = histories.judge(kind, Set.of());
      out.printf("  %-11s %,12d ids%n", kind, judgement.calls());
      judgement.findings().forEach(this::found);
    }
    return findings;
  }

  private DrawingProcess start() {
    return DrawingProcess.start(
        Integer.toString(started++), site.url(), site.files(), site.kinds());
  }

  /** The site's faults, each followed by one of a process. */
  private List<Fault> faults() {
    List<Fault> own = List.of(
        new Fault("heap of a process used up", () -> one().hogMemory(2_000), () -> {}, 2_000),
        new Fault(
            "threads of a process interrupted",
            () -> one().interruptThreads(2_000, random.nextLong()),
            () -> {},
            2_000),
        new Fault(
            "no thread for a process",
            () -> one().refuseThreads(),
            () -> processes.forEach(DrawingProcess::grantThreads),
            6_000),
        new Fault("process stopped past its window", () -> one().pause(), this::allGoOn, 6_000),
        new Fault("process killed, another started", this::replaceOne, () -> {}, 1_000));
    List<Fault> all = new ArrayList<>();
    for (int i = 0; i < Math.max(own.size(), site.faults().size()); i++) {
      all.add(site.faults().get(i % site.faults().size()));
      all.add(own.get(i % own.size()));
    }
    return all;
  }

  private DrawingProcess one() {
    return processes.get(random.nextInt(processes.size()));
  }

  private void allGoOn() {
    processes.forEach(DrawingProcess::goOn);
  }

  private void replaceOne() {
    int index = random.nextInt(processes.size());
    processes.get(index).close();
    processes.set(index, start());
  }

  private void befall(Fault fault, HealthWatch health) {
    pause(CALM_MS);
    List<Long> failedBefore = failures();
    fault.strike().run();
    pause(fault.lastsMs());
    fault.mend().run();
    long recoveredMs = awaitWell(fault.name(), health);
    List<Long> failedAfter = failures();
    long failed = 0;
    for (int i = 0; i < failedAfter.size(); i++) {
      failed += Math.max(0, failedAfter.get(i) - failedBefore.get(i));
    }
    out.printf(
        "  %-34s %5.1f s, well again after %4.1f s, %,d calls failed%n",
        fault.name(), fault.lastsMs() / 1e3, recoveredMs / 1e3, failed);
  }

  private List<Long> failures() {
    return processes.stream()
        .map(process ->
            site.kinds().stream().mapToLong(kind -> process.peek(kind).failed()).sum())
        .toList();
  }

  /** Waits until all make ids again; returns after how many ms they did. */
  private long awaitWell(String what, HealthWatch health) {
    long start = System.nanoTime();
    List<Report> before = new ArrayList<>();
    processes.forEach(process -> site.kinds().forEach(kind -> before.add(process.take(kind))));
    List<String> ill = ill(before, health);
    while (!ill.isEmpty() && msSince(start) < RECOVERY_MS) {
      LockSupport.parkNanos(POLL_NANOS);
      ill = ill(before, health);
    }
    ill.forEach(
        each -> found("not well " + RECOVERY_MS / 1_000 + " s after " + what + ": " + each));
    judgeCalls(what);
    return msSince(start);
  }

  /** What does not make ids again, a line a kind. */
  private List<String> ill(List<Report> before, HealthWatch health) {
    List<String> ill = new ArrayList<>();
    int column = 0;
    for (Kind kind : site.kinds()) {
      int dead = 0;
      String last = "";
      for (int i = 0; i < processes.size(); i++) {
        DrawingProcess process = processes.get(i);
        Report now = process.peek(kind);
        long made = before.get(i * site.kinds().size() + column).made();
        if (now.made() < made + WELL_AGAIN) {
          dead++;
          last = now.lastFailure();
        }
      }
      if (dead > 0) {
        ill.add("kind=" + kind + " in " + dead + " of " + PROCESSES + " processes, last failure: "
            + last);
      }
      column++;
    }
    if (site.kinds().contains(Kind.STRICT) && !health.claimsWork()) {
      ill.add("the server's claims fail");
    }
    return ill;
  }

  /** No call may have lasted past its timeout once its process ran again. */
  private void judgeCalls(String what) {
    for (DrawingProcess process : processes) {
      for (Kind kind : site.kinds()) {
        long ms = process.take(kind).longestMs();
        if (ms > Drawing.CLAIM_TIMEOUT.toMillis() + SLACK_MS && !what.contains("process")) {
          found("a call lasted " + ms + " ms, claimTimeoutMs=" + Drawing.CLAIM_TIMEOUT.toMillis()
              + ": kind=" + kind + ", after " + what);
        }
      }
    }
  }

  private void judge(HealthWatch health) {
    out.printf(
        "  health: wrong for %.1f s at most; slowest answer that the server lives %d ms%n",
        health.wrongMs() / 1e3, health.slowestLiveMs());
    if (health.wrongMs() > MAX_WRONG_HEALTH_MS) {
      found("health was wrong for " + health.wrongMs() + " ms: " + health.wrong());
    }
  }

  private void found(String text) {
    findings.add(site.name() + ": " + text);
    out.println("  FOUND " + text);
  }

  private static long msSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  private static void pause(long ms) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < deadline) {
      LockSupport.parkNanos(deadline - System.nanoTime());
    }
  }
}
