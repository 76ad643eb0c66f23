package io.mintmark.storm;

import io.mintmark.storm.Fault.Action;
import io.mintmark.storm.Fault.Trait;
import io.mintmark.storm.LoadProcess.Report;
import io.mintmark.storm.Schedule.Candidate;
import io.mintmark.storm.Schedule.Injection;
import io.mintmark.storm.Schedule.Step;
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
 * Injects one fault after another in one environment, while processes make ids of every kind. After
 * each step every process, and every server, must make ids of each kind again before a deadline. At
 * the end no id may be repeated, or contradict the order of its kind.
 */
final class Storm {

  /** The name under which restorations are counted, together with the faults of an environment. */
  static final String RESTORED = "backup restored";

  /**
   * Longer than these three together: a window, the wait on an engine that may have forgotten
   * claims, and the slow start of a JVM. Time in which this process could not run does not count.
   */
  private static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(45);

  /** How much longer than its timeout a call may last. */
  private static final long SLACK_MS = 4_000;

  private static final long MAX_CALL_MS = Load.CLAIM_TIMEOUT.toMillis() + SLACK_MS;

  private static final String NEW_START = "a new start";

  /** How much longer a process's first call may last on an engine that has just started. */
  private static final long FIRST_USE_MS = 15_000;

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The length of a part. Its calls are kept in memory to be checked. */
  private static final long PART_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** More calls for a kind than can be served from the claims that were made before a fault. */
  private static final int CALLS_TO_RECOVER = 32;

  private final Environment environment;
  private final Set<String> only;
  private final long seed;
  private final PrintStream out;
  private final List<LoadProcess> processes = new ArrayList<>();
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
   * Makes a storm.
   *
   * @param only the names of the environment's faults to use; empty for all
   */
  Storm(Environment environment, Set<String> only, long seed, PrintStream out) {
    this.environment = environment;
    this.only = Set.copyOf(only);
    this.seed = seed;
    this.out = out;
    this.histories = new Histories(environment.files(), startNanos);
  }

  /**
   * The result of a storm.
   *
   * @param faults how many of each fault happened
   * @param ids how many ids were made
   * @param findings the errors; empty if there are none
   */
  record Outcome(Map<String, Integer> faults, long ids, List<String> findings) {}

  /**
   * Runs it in parts of five minutes. After each part the store is restored from a backup of the
   * part's start or, if there is none, all processes are started again.
   *
   * @param seconds how long, from when all processes make ids; it continues until the current step
   *     has ended, and every fault with the trait {@link Fault.Trait#ALWAYS} has happened
   */
  Outcome run(long seconds) throws IOException {
    out.printf("%s: seed %d, %s%n", environment.name(), seed, environment.kinds());
    try {
      startAll();
      Schedule schedule = new Schedule(environmentFaults(), processFaults(), seed);
      out.println("  faults: " + schedule);
      Optional<Restoration> backup = part("the start", schedule, seconds);
      while (backup.isPresent() || hasTime()) {
        if (backup.isPresent()) {
          restore(backup.get());
        }
        startAll();
        backup = part(NEW_START, schedule, seconds);
      }
    } catch (Exception | AssertionError e) {
      // The ids that were made until then are still checked.
      e.printStackTrace(out);
      found("the storm ended early: " + e);
    } finally {
      endAll();
    }
    judgeOrder();
    out.printf(
        "  longest call %,d ms; this process could not run for %.0f %% of the time%n",
        longestMs, 100.0 * lost.nanos(System.nanoTime()) / (System.nanoTime() - startNanos));
    return new Outcome(Map.copyOf(faults), judgeRepeats(), List.copyOf(findings));
  }

  /**
   * Injects faults into running processes, and then ends the processes.
   *
   * @return the backup to restore; empty if there is none, or no time is left
   */
  private Optional<Restoration> part(String before, Schedule schedule, long seconds)
      throws Exception {
    String name = "server-" + ++parts;
    try (Watch watch = environment.engine().watch(environment, name, lost)) {
      out.printf("     recovered after %.1f s%n", awaitRecovery(before, watch) / 1e3);
    }
    if (parts == 1) {
      deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }
    Optional<Restoration> restoration = Optional.empty();
    Optional<Engine.Backup> backup = environment.engine().backup();
    if (backup.isPresent() && (hasTime() || schedule.isIncomplete())) {
      restoration = Optional.of(new Restoration(environment, backup.get()));
    }
    try (Watch watch = environment.engine().watch(environment, name + "-faults", lost)) {
      long partEnd = System.nanoTime() + PART_NANOS;
      while (schedule.isIncomplete() || (hasTime() && System.nanoTime() - partEnd < 0)) {
        inject(schedule.next(), watch);
      }
      watch.takeFindings().forEach(this::found);
    }
    endAll();
    judgeOrder();
    return restoration;
  }

  private void restore(Restoration restoration) throws Exception {
    out.println("  " + RESTORED);
    faults.merge(RESTORED, 1, Integer::sum);
    long start = System.nanoTime();
    restoration.run(latestNanos);
    out.printf("     all lines raised after %.1f s%n", msSince(start) / 1e3);
  }

  private boolean hasTime() {
    return System.nanoTime() - deadlineNanos < 0;
  }

  /**
   * Checks the order. A server may have been restarted, and its new generator may make earlier
   * Snowflakes.
   */
  private void judgeOrder() throws IOException {
    for (Kind kind : environment.kinds()) {
      histories
          .judgeOrder(
              kind,
              process ->
                  process.startsWith("server-") || hopped.contains(process.split("-", 2)[0]))
          .findings()
          .forEach(this::found);
    }
  }

  private long judgeRepeats() throws IOException {
    long ids = 0;
    for (Kind kind : environment.kinds()) {
      Histories.Judgement repeats = histories.judgeRepeats(kind);
      out.printf("  %-11s %,12d ids%n", kind, repeats.ids());
      repeats.findings().forEach(this::found);
      ids += repeats.ids();
    }
    return ids;
  }

  private void startAll() {
    for (int i = 0; i < environment.engine().processes(); i++) {
      processes.add(start(i));
    }
  }

  private LoadProcess start(int index) {
    return LoadProcess.start(Integer.toString(started++), environment, index % 2 == 1);
  }

  private void endAll() {
    for (LoadProcess process : processes) {
      end(process);
    }
    processes.clear();
  }

  private void end(LoadProcess process) {
    judgeCalls(process, "up to its end");
    process.close();
    if (process.latestNanos() - latestNanos > 0) {
      latestNanos = process.latestNanos();
    }
    if (process.mayHop()) {
      hopped.add(process.name());
    }
  }

  private List<Candidate> environmentFaults() {
    return environment.faults().stream()
        .filter(fault -> only.isEmpty() || only.contains(fault.name()))
        .map(fault ->
            new Candidate(fault.name(), List.of(), fault.lastsMs(), fault.is(Trait.ALWAYS)))
        .toList();
  }

  private List<Candidate> processFaults() {
    List<Candidate> candidates = new ArrayList<>();
    for (ProcessFault fault : environment.engine().processFaults()) {
      List<Integer> targets = IntStream.range(0, processes.size())
          .filter(i -> fault.isPossibleIn(processes.get(i)))
          .boxed()
          .toList();
      if (!targets.isEmpty()) {
        candidates.add(new Candidate(fault.name(), targets, fault.lastsMs(), false));
      }
    }
    return candidates;
  }

  private void inject(Step step, Watch watch) throws Exception {
    List<Act> acts = new ArrayList<>();
    boolean noCallFails = false;
    for (Injection injection : step.injections()) {
      Fault fault = fault(injection);
      noCallFails |= fault.is(Trait.NO_CALL_FAILS);
      faults.merge(fault.name(), 1, Integer::sum);
      acts.add(new Act(injection.afterMs(), () -> {
        watch.changed(fault, true);
        fault.begin().run();
      }));
      acts.add(new Act(injection.afterMs() + injection.lastsMs(), () -> {
        fault.end().run();
        watch.changed(fault, false);
      }));
    }
    // Calls that began during the last fault may still fail for as long as a call may last.
    Waiting.pass(Duration.ofMillis(step.calmMs() + (noCallFails ? MAX_CALL_MS : 0)));
    out.printf("  %s%n", step);
    long failedBefore = failures();
    acts.sort(Comparator.comparingLong(Act::atMs));
    long start = System.nanoTime();
    for (Act act : acts) {
      Waiting.pass(Duration.ofMillis(act.atMs - msSince(start)));
      act.what.run();
    }
    long recoveredMs = awaitRecovery("step " + step, watch);
    long failed = Math.max(0, failures() - failedBefore);
    out.printf("     recovered after %.1f s, %,d calls failed%n", recoveredMs / 1e3, failed);
    if (noCallFails && failed > 0) {
      found(failed + " calls failed in step " + step);
    }
  }

  /**
   * The beginning or the end of a fault.
   *
   * @param atMs how long after the start of its step
   */
  private record Act(long atMs, Action what) {}

  private Fault fault(Injection injection) {
    int target = injection.target();
    return target < 0
        ? environment.faults().stream()
            .filter(each -> each.name().equals(injection.fault()))
            .findFirst()
            .orElseThrow()
        : ProcessFault.valueOf(injection.fault())
            .of(
                processes.get(target),
                injection.lastsMs(),
                injection.seed(),
                () -> replace(target));
  }

  private void replace(int index) {
    end(processes.get(index));
    processes.set(index, start(index));
  }

  /** How many calls have failed so far, without the calls of processes that were replaced. */
  private long failures() {
    return reports().stream().mapToLong(Report::failed).sum();
  }

  /** The reports of each process, in the order of the kinds. */
  private List<Report> reports() {
    return processes.stream()
        .flatMap(process -> environment.kinds().stream().map(process::report))
        .toList();
  }

  /** Waits until all processes and servers make ids again. Returns how many ms that took. */
  private long awaitRecovery(String before, Watch watch) {
    long start = System.nanoTime();
    long ran = lost.ranNanos();
    List<Report> reports = reports();
    watch.mark();
    List<String> missing = unrecovered(reports, watch);
    while (!missing.isEmpty() && lost.ranNanos() - ran < RECOVERY_NANOS) {
      LockSupport.parkNanos(POLL_NANOS);
      missing = unrecovered(reports, watch);
    }
    long seconds = msSince(start) / 1_000;
    missing.forEach(each -> found("not recovered " + seconds + " s after " + before + ": " + each));
    processes.forEach(LoadProcess::endStarvation);
    processes.forEach(process -> judgeCalls(process, "up to the recovery from " + before));
    watch.takeFindings().forEach(each -> found(each + ", up to the recovery from " + before));
    return msSince(start);
  }

  private List<String> unrecovered(List<Report> before, Watch watch) {
    List<String> missing = new ArrayList<>(watch.unrecovered());
    List<Report> now = reports();
    List<Kind> kinds = List.copyOf(environment.kinds());
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i).made() < before.get(i).made() + CALLS_TO_RECOVER) {
        missing.add("kind=" + kinds.get(i % kinds.size()) + ", process=" + i / kinds.size()
            + ", lastFailure=" + now.get(i).lastFailure());
      }
    }
    return missing;
  }

  /** Checks that no call exceeded its timeout or failed with an undocumented exception. */
  private void judgeCalls(LoadProcess process, String when) {
    for (String call : process.takeUndocumented()) {
      found("a call failed with an undocumented exception: " + call + ", process=" + process.name()
          + ", " + when);
    }
    long most = when.endsWith(NEW_START) ? MAX_CALL_MS + FIRST_USE_MS : MAX_CALL_MS;
    for (Kind kind : environment.kinds()) {
      long ms = process.takeLongestMs(kind);
      longestMs = Math.max(longestMs, ms);
      if (ms > most) {
        found("a call lasted " + ms + " ms, claimTimeoutMs=" + Load.CLAIM_TIMEOUT.toMillis()
            + ": kind=" + kind + ", process=" + process.name() + ", " + when);
      }
    }
  }

  private void found(String text) {
    findings.add(environment.name() + ": " + text);
    out.println("  FOUND " + text);
  }

  private static long msSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }
}
