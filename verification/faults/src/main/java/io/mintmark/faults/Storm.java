package io.mintmark.faults;

import io.mintmark.faults.DrawingProcess.Report;
import io.mintmark.faults.HealthWatch.Made;
import io.mintmark.faults.Schedule.Blow;
import io.mintmark.faults.Schedule.Draft;
import io.mintmark.faults.Schedule.Step;
import io.mintmark.faults.Site.Fault;
import io.mintmark.rigs.ProcessClock;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

  /**
   * Past a window, a wait on an engine that may have forgotten, and the slow start of a JVM; in
   * time that this process could run.
   */
  private static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(45);

  /** How much longer than its timeout a call may last, beside what its process lost meanwhile. */
  private static final long SLACK_MS = 4_000;

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long a part is: the calls of one are kept in memory to be judged. */
  private static final long PART_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** What else befalls a site, beside its faults. */
  static final String RESTORED = "backup restored";

  /** How many calls for a kind show that a process is well again: more than it had in hand. */
  private static final int WELL_AGAIN = 32;

  private final Site site;
  private final Set<String> only;
  private final long seed;
  private final PrintStream out;
  private final List<NetworkNamespace> namespaces = new ArrayList<>();
  private final List<DrawingProcess> processes = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private final Set<String> hopped = new TreeSet<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private final LostTime lost = LostTime.watch();
  private final long startNanos = System.nanoTime();
  private final Histories histories;
  private int started;
  private int parts;
  private long longestMs;
  private long deadlineNanos;
  private long latestNanos = startNanos;

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
    this.histories = new Histories(site.files(), startNanos);
  }

  /**
   * What a storm did.
   *
   * @param faults how many of each name befell the site and the processes
   * @param ids how many were made
   * @param findings what should not have been; empty if all is well
   */
  record Outcome(Map<String, Integer> faults, long ids, List<String> findings) {}

  /**
   * Lets it rage, in parts of five minutes. After each the site is restored from the backup of the
   * part's start, or, where there is none, all processes start anew.
   *
   * @param seconds how long, from when all are well; the step that is under way then is still
   *     brought to its end
   * @return what it did, and what should not have been
   */
  Outcome rage(long seconds) throws IOException {
    out.printf("%s: seed %d, %s%n", site.name(), seed, site.kinds());
    try {
      prepareNetworks();
      startAll();
      Schedule schedule = new Schedule(siteDrafts(), processDrafts(), seed);
      Optional<Restoration> backup = part("the start", schedule, seconds);
      while (backup.isPresent() || hasTime()) {
        backup.ifPresent(this::restore);
        startAll();
        backup =
            part(backup.isPresent() ? "the restored backup" : "a new start", schedule, seconds);
      }
    } catch (RuntimeException | AssertionError e) {
      // The ids that were made until then are worth a look, and so are the other sites.
      e.printStackTrace(out);
      found("the storm broke off: " + e);
    } finally {
      endAll();
      namespaces.forEach(NetworkNamespace::close);
    }
    judgeOrder();
    out.printf("  the longest call, without what its process lost: %,d ms%n", longestMs);
    out.printf(
        "  the storm itself could not run for %.0f %% of its time%n",
        100.0 * lost.nanos(System.nanoTime()) / (System.nanoTime() - startNanos));
    return new Outcome(Map.copyOf(faults), judgeRepeats(), List.copyOf(findings));
  }

  /**
   * One fault after another on running processes, which are ended then.
   *
   * @param what came before, from which all have to be well first
   * @return the backup to restore; empty if there is none, or if no time is left
   */
  private Optional<Restoration> part(String what, Schedule schedule, long seconds)
      throws IOException {
    Optional<Restoration> backup = Optional.empty();
    String server = "server-" + ++parts;
    // It may be started anew, and then has another generator, whose Snowflakes may be earlier.
    hopped.add(server);
    try (HealthWatch health = new HealthWatch(site.serverUrl(), site.files(), server, lost)) {
      out.printf("     well after %.1f s%n", awaitWell(what, health) / 1e3);
      if (parts == 1) {
        deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      }
      if (hasTime()) {
        backup = site.backup().map(each -> Restoration.begin(site, each, health));
      }
      long partEnd = System.nanoTime() + PART_NANOS;
      while (hasTime() && System.nanoTime() - partEnd < 0) {
        befall(schedule.next(), health);
      }
      judgeHealth(health);
    }
    endAll();
    judgeOrder();
    return backup;
  }

  /** Loses the store, and goes on with a copy that is as old as the last part. */
  private void restore(Restoration restoration) {
    out.println("  " + RESTORED + ", as it was when part " + parts + " began");
    count(RESTORED);
    long start = System.nanoTime();
    restoration.run(latestNanos);
    out.printf("     all lines raised after %.1f s%n", msSince(start) / 1e3);
  }

  private boolean hasTime() {
    return System.nanoTime() - deadlineNanos < 0;
  }

  private void judgeOrder() {
    for (Kind kind : site.kinds()) {
      histories.judgeOrder(kind, hopped).findings().forEach(this::found);
    }
  }

  private long judgeRepeats() {
    long ids = 0;
    for (Kind kind : site.kinds()) {
      Histories.Judgement repeats = histories.judgeRepeats(kind);
      out.printf("  %-11s %,12d ids%n", kind, repeats.calls());
      repeats.findings().forEach(this::found);
      ids += repeats.calls();
    }
    return ids;
  }

  private void prepareNetworks() {
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
  }

  private void startAll() {
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(start(i));
    }
  }

  private void endAll() {
    for (int i = 0; i < processes.size(); i++) {
      judgeCalls(i, "up to the end of its part");
    }
    processes.forEach(this::end);
    processes.clear();
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
    if (process.latestNanos() - latestNanos > 0) {
      latestNanos = process.latestNanos();
    }
    if (process.mayHop()) {
      hopped.add(process.name());
    }
  }

  private List<Draft> siteDrafts() {
    return site.faults().stream()
        .filter(fault -> only.isEmpty() || only.contains(fault.name()))
        .map(fault -> new Draft(fault.name(), List.of(), fault.lastsMs(), fault.isFirst()))
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
        drafts.add(new Draft(fault.name(), targets, fault.lastsMs(), false));
      }
    }
    return drafts;
  }

  private void befall(Step step, HealthWatch health) {
    Waiting.pass(Duration.ofMillis(step.calmMs()));
    out.printf("  %s%n", step);
    List<Long> failedBefore = failures();
    List<Act> acts = new ArrayList<>();
    for (Blow blow : step.blows()) {
      count(blow.fault());
      act(blow, acts, health);
    }
    acts.sort(Comparator.comparingLong(Act::atMs));
    long start = System.nanoTime();
    for (Act act : acts) {
      Waiting.pass(Duration.ofMillis(act.atMs - msSince(start)));
      act.what.run();
    }
    long recoveredMs = awaitWell("step " + step, health);
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

  private void act(Blow blow, List<Act> acts, HealthWatch health) {
    long end = blow.afterMs() + blow.lastsMs();
    if (blow.isOfSite()) {
      Fault fault = site.faults().stream()
          .filter(each -> each.name().equals(blow.fault()))
          .findFirst()
          .orElseThrow();
      if (fault.silencesServer()) {
        acts.add(new Act(blow.afterMs(), health::allowSilence));
      }
      acts.add(new Act(blow.afterMs(), fault.strike()));
      acts.add(new Act(end, fault.mend()));
      if (fault.silencesServer()) {
        acts.add(new Act(end, health::endSilence));
      }
    } else {
      ProcessFault fault = ProcessFault.valueOf(blow.fault());
      DrawingProcess process = processes.get(blow.target());
      if (fault.starves()) {
        acts.add(new Act(blow.afterMs(), process::starve));
      }
      acts.add(new Act(blow.afterMs(), () -> fault.strike(process, blow.lastsMs(), blow.seed())));
      acts.add(new Act(end, () -> fault.mend(process)));
      if (fault == ProcessFault.KILLED) {
        acts.add(new Act(end, () -> replace(blow.target())));
      }
    }
  }

  private void replace(int index) {
    judgeCalls(index, "up to when it was killed");
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
  private long awaitWell(String what, HealthWatch health) {
    long start = System.nanoTime();
    long ran = lost.ranNanos();
    List<Report> before = new ArrayList<>();
    processes.forEach(process -> site.kinds().forEach(kind -> before.add(process.peek(kind))));
    Made served = health.made();
    List<String> ill = ill(before, served, health);
    while (!ill.isEmpty() && lost.ranNanos() - ran < RECOVERY_NANOS) {
      LockSupport.parkNanos(POLL_NANOS);
      ill = ill(before, served, health);
    }
    ill.forEach(
        each -> found("not well " + msSince(start) / 1_000 + " s after " + what + ": " + each));
    processes.forEach(DrawingProcess::endStarvation);
    for (int i = 0; i < processes.size(); i++) {
      judgeCalls(i, "up to when all was well after " + what);
    }
    health
        .takeTooSilentMs()
        .ifPresent(ms -> found("the server runs and did not say for " + ms
            + " ms that it lives, up to when all was well after " + what));
    return msSince(start);
  }

  /** What does not make ids again, a line a kind. */
  private List<String> ill(List<Report> before, Made served, HealthWatch health) {
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
    ill.addAll(health.ill(served, site.kinds().contains(Kind.STRICT)));
    return ill;
  }

  /**
   * No call may have lasted past its timeout since this was last looked at, during a fault or not,
   * but while its own process was starved, or could not run; nor may any have failed with what
   * users are not told of.
   */
  private void judgeCalls(int index, String when) {
    for (String call : processes.get(index).takeUnpromised()) {
      found("a call failed with what users are not told of: " + call + ", process=" + index + ", "
          + when);
    }
    for (Kind kind : site.kinds()) {
      long ms = processes.get(index).takeLongestMs(kind);
      longestMs = Math.max(longestMs, ms);
      if (ms > Drawing.CLAIM_TIMEOUT.toMillis() + SLACK_MS) {
        found("a call lasted " + ms + " ms, claimTimeoutMs=" + Drawing.CLAIM_TIMEOUT.toMillis()
            + ": kind=" + kind + ", process=" + index + ", " + when);
      }
    }
  }

  private void judgeHealth(HealthWatch health) {
    out.printf(
        "  health: wrong for %.1f s at most; the server was silent for %d ms at most%n",
        health.wrongMs() / 1e3, health.longestSilentMs());
    health
        .tooWrong()
        .ifPresent(said -> found("health was wrong for " + health.wrongMs() + " ms: " + said));
  }

  private void count(String fault) {
    faults.merge(fault, 1, Integer::sum);
  }

  private void found(String text) {
    findings.add(site.name() + ": " + text);
    out.println("  FOUND " + text);
  }

  private static long msSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }
}
