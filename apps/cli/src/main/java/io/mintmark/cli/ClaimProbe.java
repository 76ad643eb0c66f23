package io.mintmark.cli;

import io.mintmark.cli.ids.Severity;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/**
 * Claims some positions on a line (a counter of the store) from which no ids are made. Measures how
 * long a claim takes, and checks that the store keeps the claims.
 *
 * @param store the store
 * @param elapsed measures the claims
 * @param most how many claims to make
 * @param found receives the findings
 */
record ClaimProbe(LineStore store, ElapsedClock elapsed, int most, Findings found) {

  /** The number of claims if this process has opened the store. */
  static final int MANY = 200;

  /** The number of claims through a server. It is small because a server logs each claim. */
  static final int FEW = 16;

  private static final Duration BOUND = Duration.ofSeconds(3);

  /** Claims at least once, even if that takes long. */
  void examine() {
    List<Long> claimed = new ArrayList<>();
    List<Long> nanos = new ArrayList<>();
    long deadlineNanos = elapsed.nanos() + BOUND.toNanos();
    try {
      do {
        long startNanos = elapsed.nanos();
        claimed.add(store.claim(StoreLines.DOCTOR, 0, 1));
        nanos.add(elapsed.nanos() - startNanos);
      } while (claimed.size() < most && elapsed.nanos() < deadlineNanos);
      Collections.sort(nanos);
      String times = String.format(
          Locale.ROOT,
          "p50 %.1f ms, p99 %.1f ms of %d",
          nanos.get(nanos.size() / 2) / 1e6,
          nanos.get((int) (nanos.size() * 0.99)) / 1e6,
          nanos.size());
      found.ok("claims", times);
    } catch (MintmarkException e) {
      found.unreached("claims", "failed", e);
    }
    readBack(claimed);
  }

  private void readBack(List<Long> claimed) {
    String name = "claims read back";
    if (claimed.isEmpty()) {
      found.ok(name, "none was answered");
      return;
    }
    long end = Collections.max(claimed) + 1;
    try {
      long next = store.position(StoreLines.DOCTOR);
      int repeats = claimed.size() - new HashSet<>(claimed).size();
      found.add(
          name,
          Severity.FAIL.when(repeats > 0 || next < end),
          claimed.size() + " claimed, " + (repeats > 0 ? repeats + " twice" : "none twice")
              + "; the line is at " + next,
          repeats > 0
              ? "the store hands positions out twice: stop all processes that make ids from it"
              : "the store has forgotten claims up to " + end
                  + ": before any process continues, raise all lines past all ids that were made");
    } catch (MintmarkException e) {
      found.unreached(name, "unknown", e);
    }
  }
}
