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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Claims some positions on a line (a counter of the store) from which no ids are made. Measures how
 * long a claim takes, and checks that the store keeps the claims.
 *
 * @param store the store
 * @param elapsed measures the claims
 * @param most how many claims to make with one thread, and again with several
 * @param found receives the findings
 */
record ClaimProbe(LineStore store, ElapsedClock elapsed, int most, Findings found) {

  /** The number of claims if this process has opened the store. */
  static final int MANY = 200;

  /** The number of claims through a server. It is small because a server logs each claim. */
  static final int FEW = 16;

  private static final int THREADS = 8;
  private static final Duration BOUND = Duration.ofSeconds(3);

  private record Claim(long position, long nanos) {}

  void examine() throws InterruptedException {
    List<Long> claimed = new ArrayList<>();
    claims("claims, 1 thread", 1, claimed);
    claims("claims, " + THREADS + " threads", THREADS, claimed);
    readBack(claimed);
  }

  private void claims(String name, int threads, List<Long> claimed) throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      long deadlineNanos = elapsed.nanos() + BOUND.toNanos();
      Callable<List<Claim>> work = () -> claims(most / threads, deadlineNanos);
      List<Claim> claims = new ArrayList<>();
      for (Future<List<Claim>> each : executor.invokeAll(Collections.nCopies(threads, work))) {
        claims.addAll(each.get());
      }
      claims.forEach(claim -> claimed.add(claim.position()));
      long[] nanos = claims.stream().mapToLong(Claim::nanos).sorted().toArray();
      String times = String.format(
          Locale.ROOT,
          "p50 %.1f ms, p99 %.1f ms of %d",
          nanos[nanos.length / 2] / 1e6,
          nanos[(int) (nanos.length * 0.99)] / 1e6,
          nanos.length);
      found.ok(name, times);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof MintmarkException failure)) {
        throw new IllegalStateException("a claim failed in a way that no store may", e);
      }
      found.unreached(name, "failed", failure);
    } finally {
      executor.shutdownNow();
    }
  }

  /** Claims at least once, even if that takes long. */
  private List<Claim> claims(int count, long deadlineNanos) {
    List<Claim> claims = new ArrayList<>();
    do {
      long startNanos = elapsed.nanos();
      long position = store.claim(StoreLines.DOCTOR, 0, 1);
      claims.add(new Claim(position, elapsed.nanos() - startNanos));
    } while (claims.size() < count && elapsed.nanos() < deadlineNanos);
    return claims;
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
