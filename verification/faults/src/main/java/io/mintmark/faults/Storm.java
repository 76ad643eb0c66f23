package io.mintmark.faults;

import io.mintmark.faults.DrawingProcess.Report;
import io.mintmark.faults.Schedule.Blow;
import io.mintmark.faults.Schedule.Draft;
import io.mintmark.faults.Schedule.Step;
import io.mintmark.faults.Site.Fault;
import io.mintmark.testkit.ProcessClock;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * One fault after another on one site, while four processes with sixteen threads each draw ids of
 * every kind. After each step every kind in every process, and the server, have to make ids again
 * in time; at the end no id may have been drawn twice, nor against its kind's order.
 *
 * <p>Two of the processes have a clock that can be stepped, two are in networks of their own; one
 * is in both, one in neither.
 */
final class Storm {

  static final int PROCESSES = 4;

  /** Past a window, a wait on an engine that may have forgotten, and the slow start of a JVM. */
  private static final long RECOVERY_MS = 45_000;

  /** How much longer than its timeout a call may last on a machine that is short of processors. */
  private static final long SLACK_MS = 4_000;

  private static final long MAX_WRONG_HEALTH_MS = 10_000;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A storm that is shorter than this has no restored backup at its end: it takes two minutes. */
  private static final long MIN_SECONDS_TO_RESTORE = 300;

  /** How many ids of a kind show that a process is well again: more than it had in hand. */
  private static final int WELL_AGAIN = 32;

  private final Site site;
  private final Set<String> only;
  private final long seed;
  private final PrintStream out;
  private final List<NetworkNamespace> namespaces = new ArrayList<>();
  private final List<DrawingProcess> processes = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private final Set<String> hopped = new TreeSet<>();
  private int started;
  private int faults;

  /**
   * Makes one.
   *
   * @param only what befalls the site, by name; empty for all that can
   */
  Storm(Site site, Set<String> only, long seed, PrintStream out) {
    this.site = site;
    this.only = Set.copyOf(only);
    this.seed = seed;
    this.out = out;
  }

  /**
   * What a storm did.
   *
   * @param faults how many befell the site and the processes
   * @param ids how many were made
   * @param findings what should not have been; empty if all is well
   */
  record Outcome(int faults, long ids, List<String> findings) {}

  /**
   * Lets it rage.
   *
   * @param seconds how long; the step that is under way then is still brought to its end
   * @return what it did, and what should not have been
   */
  Outcome rage(long seconds) throws IOException {
    out.printf("%s: seed %d, %s%n", site.name(), seed, site.kinds());
    Histories histories = new Histories(site.files(), System.nanoTime());
    try (HealthWatch health = new HealthWatch(site.serverUrl(), site.files())) {
      startAll();
      awaitWell("the start", Set.of(), health);
      Optional<Restoration> restoration = site.backup()
          .filter(backup -> seconds >= MIN_SECONDS_TO_RESTORE)
          .map(backup -> Restoration.begin(site, backup));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      Schedule schedule = new Schedule(siteDrafts(), processDrafts(), seed);
      while (System.nanoTime() < deadline) {
        befall(schedule.next(), health);
      }
      restoration.ifPresent(each -> restore(each, health));
      judge(health);
    } finally {
      processes.forEach(this::end);
      namespaces.forEach(NetworkNamespace::close);
    }
    long ids = 0;
    for (Kind kind : site.kinds()) {
      Histories.Judgement judgement = histories.judge(kind, hopped);
      out.printf("  %-11s %,12d ids%n", kind, judgement.calls());
      judgement.findings().forEach(this::found);
      ids += judgement.calls();
    }
    return new Outcome(faults, ids, List.copyOf(findings));
  }

  /** Ends everything, loses the store, and goes on with a copy that is as old as this storm. */
  private void restore(Restoration restoration, HealthWatch health) {
    out.println("  the backup of the start restored");
    faults++;
    processes.forEach(this::end);
    restoration.run();
    for (int i = 0; i < processes.size(); i++) {
      processes.set(i, start(i));
    }
    long recoveredMs = awaitWell("the restored backup", Set.of(), health);
    out.printf("     well again after %.1f s%n", recoveredMs / 1e3);
  }

  private void startAll() {
    Optional<String> missing = NetworkNamespace.missing();
    missing.ifPresent(what -> out.println("  without lost packets, which need " + what));
    if (!ProcessClock.canBeStepped()) {
      out.println("  without stepped clocks, which need libfaketime (Debian's faketime)");
    }
    if (missing.isEmpty()) {
      for (int i = 0; i < PROCESSES / 2; i++) {
        namespaces.add(NetworkNamespace.create(i, site.network().port()));
      }
    }
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(start(i));
    }
  }

  private DrawingProcess start(int index) {
    return DrawingProcess.start(
        Integer.toString(started++),
        site,
        index % 2 == 1 && ProcessClock.canBeStepped(),
        index < namespaces.size() ? namespaces.get(index) : null);
  }

  private void end(DrawingProcess process) {
    process.close();
    if (process.mayHop()) {
      hopped.add(process.name());
    }
  }

  private List<Draft> siteDrafts() {
    return site.faults().stream()
        .filter(fault -> only.isEmpty() || only.contains(fault.name()))
        .map(fault -> new Draft(fault.name(), List.of(), fault.lastsMs()))
        .toList();
  }

  private List<Draft> processDrafts() {
    List<Draft> drafts = new ArrayList<>();
    for (ProcessFault fault : ProcessFault.values()) {
      List<Integer> targets = IntStream.range(0, PROCESSES)
          .filter(i -> fault.canBefall(processes.get(i)))
          .boxed()
          .toList();
      if (!targets.isEmpty()) {
        drafts.add(new Draft(fault.name(), targets, fault.lastsMs()));
      }
    }
    return drafts;
  }

  private void befall(Step step, HealthWatch health) {
    pause(step.calmMs());
    out.printf("  %s%n", step);
    List<Long> failedBefore = failures();
    List<Act> acts = new ArrayList<>();
    Set<Integer> targets = new TreeSet<>();
    for (Blow blow : step.blows()) {
      faults++;
      act(blow, acts);
      targets.add(blow.target());
    }
    acts.sort(Comparator.comparingLong(Act::atMs));
    long start = System.nanoTime();
    for (Act act : acts) {
      pause(act.atMs - msSince(start));
      act.what.run();
    }
    long recoveredMs = awaitWell("step " + step, targets, health);
    List<Long> failedAfter = failures();
    long failed = 0;
    for (int i = 0; i < failedAfter.size(); i++) {
      failed += Math.max(0, failedAfter.get(i) - failedBefore.get(i));
    }
    out.printf("     well again after %.1f s, %,d calls failed%n", recoveredMs / 1e3, failed);
  }

  /**
   * The beginning or the end of a fault.
   *
   * @param atMs how long after its step began
   * @param what happens then
   */
  private record Act(long atMs, Runnable what) {}

  private void act(Blow blow, List<Act> acts) {
    long end = blow.afterMs() + blow.lastsMs();
    if (blow.isOfSite()) {
      Fault fault = site.faults().stream()
          .filter(each -> each.name().equals(blow.fault()))
          .findFirst()
          .orElseThrow();
      acts.add(new Act(blow.afterMs(), fault.strike()));
      acts.add(new Act(end, fault.mend()));
    } else {
      ProcessFault fault = ProcessFault.valueOf(blow.fault());
      DrawingProcess process = processes.get(blow.target());
      acts.add(new Act(blow.afterMs(), () -> fault.strike(process, blow.lastsMs(), blow.seed())));
      acts.add(new Act(end, () -> fault.mend(process)));
      if (fault == ProcessFault.KILLED) {
        acts.add(new Act(end, () -> replace(blow.target())));
      }
    }
  }

  private void replace(int index) {
    end(processes.get(index));
    processes.set(index, start(index));
  }

  private List<Long> failures() {
    return processes.stream()
        .map(process ->
            site.kinds().stream().mapToLong(kind -> process.peek(kind).failed()).sum())
        .toList();
  }

  /** Waits until all make ids again; returns after how many ms they did. */
  private long awaitWell(String what, Set<Integer> targets, HealthWatch health) {
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
    judgeCalls(what, targets);
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

  /** No call may have lasted past its timeout, but in a process that a fault befell. */
  private void judgeCalls(String what, Set<Integer> targets) {
    for (int i = 0; i < processes.size(); i++) {
      for (Kind kind : site.kinds()) {
        long ms = processes.get(i).take(kind).longestMs();
        if (ms > Drawing.CLAIM_TIMEOUT.toMillis() + SLACK_MS && !targets.contains(i)) {
          found("a call lasted " + ms + " ms, claimTimeoutMs=" + Drawing.CLAIM_TIMEOUT.toMillis()
              + ": kind=" + kind + ", process=" + i + ", after " + what);
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
