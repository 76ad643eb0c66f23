package io.mintmark.cli.ids;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The times and hosts of ids, according to one interpretation of their bits. The number of hosts is
 * bounded.
 *
 * <p>A step back is a time at least one second below the highest time of the same host. Smaller
 * steps do not count, because rows of overlapping transactions are not in the order in which their
 * ids were made.
 */
public final class TimeTrack {

  /**
   * The largest number of hosts that are tracked. With more hosts, the interpretation is probably
   * wrong.
   */
  private static final int MAX_HOSTS = 4096;

  private static final long STEP_MS = 1_000;

  /** How far the clock of the host that made an id may be ahead. */
  private static final Duration AHEAD = Duration.ofDays(1);

  private final long leastMs;
  private final long mostMs;
  private final Map<Long, Host> hosts = new HashMap<>();
  private long count;
  private long implausible;
  private long earliestMs = Long.MAX_VALUE;
  private long latestMs = Long.MIN_VALUE;
  private long steps;
  private long farthestStepMs;
  private long firstStepLine;

  /** The ids of one host in the order of their lines. */
  private static final class Host {
    private long latestMs = Long.MIN_VALUE;
    private boolean behind;
  }

  /**
   * Makes an empty track.
   *
   * @param least the earliest plausible time
   * @param newest the latest time at which the newest id can have been made
   */
  TimeTrack(Instant least, Instant newest) {
    this.leastMs = least.toEpochMilli();
    this.mostMs = newest.plus(AHEAD).toEpochMilli();
  }

  /** Adds an id that does not fit this interpretation. */
  void addMisfit() {
    count++;
    implausible++;
  }

  void add(long epochMs, long ofHost, long line) {
    if (epochMs < leastMs || epochMs > mostMs) {
      addMisfit();
      return;
    }
    count++;
    earliestMs = Math.min(earliestMs, epochMs);
    latestMs = Math.max(latestMs, epochMs);
    if (isCrowded() && !hosts.containsKey(ofHost)) {
      return;
    }
    Host host = hosts.computeIfAbsent(ofHost, first -> new Host());
    if (epochMs >= host.latestMs) {
      host.behind = false;
      host.latestMs = epochMs;
    } else if (host.latestMs - epochMs >= STEP_MS) {
      steps += host.behind ? 0 : 1;
      host.behind = true;
      farthestStepMs = Math.max(farthestStepMs, host.latestMs - epochMs);
      firstStepLine = firstStepLine == 0 ? line : firstStepLine;
    }
  }

  /** Returns whether all ids but one in a thousand have a plausible time. */
  boolean isPlausible() {
    return count > implausible && implausible <= count / 1000;
  }

  /** Returns whether there are more hosts than can be tracked. */
  boolean isCrowded() {
    return hosts.size() > MAX_HOSTS;
  }

  int hosts() {
    return hosts.size();
  }

  /** Returns the time of the earliest id. */
  public Instant earliest() {
    return Instant.ofEpochMilli(earliestMs);
  }

  /** Returns the time of the latest id. */
  public Instant latest() {
    return Instant.ofEpochMilli(latestMs);
  }

  /** Returns how many ids were made in a second on average, from the first to the last. */
  public double perSecond() {
    return (count - implausible) * 1e3 / Math.max(latestMs - earliestMs, 1_000);
  }

  /**
   * Reports when ids were made, and steps back of a clock, which are visible only in the ids'
   * order.
   */
  Remark clock(boolean inOrder) {
    List<String> says = new ArrayList<>();
    says.add("made from " + earliest().truncatedTo(ChronoUnit.SECONDS) + " to "
        + latest().truncatedTo(ChronoUnit.SECONDS));
    if (implausible > 0) {
      says.add(Remark.grouped(implausible) + " ids are before or after any plausible time: a clock"
          + " was wrong, or they have another source");
    }
    if (!inOrder) {
      says.add("--in-order finds steps of a clock, if the ids are in the order of creation");
    } else if (steps == 0) {
      says.add("no clock went back by a second or more");
    } else {
      says.add("a clock went back " + (steps == 1 ? "once" : steps + " times") + " by up to "
          + String.format(Locale.ROOT, "%,.1f s", farthestStepMs / 1e3) + ", first at line "
          + firstStepLine + ", or two hosts share a worker number");
    }
    boolean isOdd = implausible > 0 || (inOrder && steps > 0);
    return new Remark("clock", Severity.WARN.when(isOdd), says);
  }
}
