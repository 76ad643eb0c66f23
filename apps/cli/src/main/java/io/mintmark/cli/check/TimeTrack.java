package io.mintmark.cli.check;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The times and hosts that ids carry, if they are read in one way; hosts up to a bound. */
final class TimeTrack {

  /** How many hosts are told apart; with more, ids are rather read in a wrong way. */
  static final int MAX_HOSTS = 4096;

  private final long leastMs;
  private final long mostMs;
  private final Map<Long, HostUse> hosts = new HashMap<>();
  private long count;
  private long implausible;
  private long earliestMs = Long.MAX_VALUE;
  private long latestMs = Long.MIN_VALUE;
  private boolean crowded;
  private long host;
  private @Nullable HostUse use;

  /**
   * Makes an empty one.
   *
   * @param leastMs the earliest plausible time
   * @param mostMs the latest one
   */
  TimeTrack(long leastMs, long mostMs) {
    this.leastMs = leastMs;
    this.mostMs = mostMs;
  }

  /** Takes an id that cannot be read in this way. */
  void addMisfit() {
    count++;
    implausible++;
  }

  void add(long epochMs, long ofHost, long line) {
    count++;
    if (epochMs < leastMs || epochMs > mostMs) {
      implausible++;
      return;
    }
    earliestMs = Math.min(earliestMs, epochMs);
    latestMs = Math.max(latestMs, epochMs);
    HostUse current = use;
    if (current == null || ofHost != host) {
      current = hosts.get(ofHost);
      if (current == null) {
        if (hosts.size() == MAX_HOSTS) {
          crowded = true;
          return;
        }
        current = new HostUse();
        hosts.put(ofHost, current);
      }
      use = current;
      host = ofHost;
    }
    current.add(epochMs, line);
  }

  /** Whether all ids but one in a thousand have a plausible time. */
  boolean isPlausible() {
    return count > implausible && implausible <= count / 1000;
  }

  long implausible() {
    return implausible;
  }

  long earliestMs() {
    return earliestMs;
  }

  long latestMs() {
    return latestMs;
  }

  /** Whether there are more hosts than are told apart. */
  boolean isCrowded() {
    return crowded;
  }

  /** The hosts by their numbers. */
  Map<Long, HostUse> hosts() {
    return new TreeMap<>(hosts);
  }
}
