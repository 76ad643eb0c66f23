package io.mintmark.simulation;

import java.util.Map;
import java.util.TreeMap;

/** What many worlds have shown together. */
final class Tally {

  private final Map<String, Long> faults = new TreeMap<>();
  private final Map<String, Long> failures = new TreeMap<>();
  private long worlds;
  private long ids;
  private long events;
  private long failed;

  void add(Shown shown) {
    worlds++;
    ids += shown.ids();
    events += shown.events();
    failed += shown.story().isEmpty() ? 0 : 1;
    shown.faults().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
    shown.failures().forEach((kind, count) -> failures.merge(kind, count, Long::sum));
  }

  long worlds() {
    return worlds;
  }

  long ids() {
    return ids;
  }

  long faults() {
    return faults.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Counts worlds in which something was seen that should not have been. */
  long failed() {
    return failed;
  }

  @Override
  public String toString() {
    return "worlds=" + worlds + " ids=" + ids + " events=" + events + "\nfaults=" + faults
        + "\nrefused calls=" + failures;
  }
}
