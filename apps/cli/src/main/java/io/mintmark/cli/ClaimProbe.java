package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.ClaimStore;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Claims some positions on a line that nothing is made from, to see how long that takes. */
final class ClaimProbe {

  /** Of a store of one's own; a server writes a line into its log for each. */
  static final int MANY = 200;

  /** Of a server's. */
  static final int FEW = 16;

  private static final int THREADS = 8;
  private static final Duration BOUND = Duration.ofSeconds(3);

  private final ClaimStore store;
  private final ElapsedClock elapsed;
  private final int most;
  private final List<LongRange> claimed = new ArrayList<>();

  /**
   * Makes a probe.
   *
   * @param most how many claims to make with one thread, and again with several
   */
  ClaimProbe(ClaimStore store, ElapsedClock elapsed, int most) {
    this.store = store;
    this.elapsed = elapsed;
    this.most = most;
  }

  private record Claim(LongRange range, long nanos) {}

  List<Finding> examine() throws InterruptedException {
    List<Finding> checks = new ArrayList<>();
    checks.add(claims("claims, 1 thread", 1));
    checks.add(claims("claims, " + THREADS + " threads", THREADS));
    checks.add(readBack());
    return checks;
  }

  private Finding claims(String name, int threads) throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      long deadlineNanos = elapsed.nanos() + BOUND.toNanos();
      Callable<List<Claim>> work = () -> claims(most / threads, deadlineNanos);
      List<Future<List<Claim>>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(executor.submit(work));
      }
      List<Claim> claims = new ArrayList<>();
      for (Future<List<Claim>> each : running) {
        claims.addAll(each.get());
      }
      claims.forEach(claim -> claimed.add(claim.range()));
      long[] nanos = claims.stream().mapToLong(Claim::nanos).sorted().toArray();
      return Finding.ok(
          Group.STORE,
          name,
          String.format(
              Locale.ROOT,
              "p50 %.1f ms, p99 %.1f ms of %d",
              nanos[nanos.length / 2] / 1e6,
              nanos[(int) (nanos.length * 0.99)] / 1e6,
              nanos.length));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MintmarkException failure) {
        return Finding.fail(
            Group.STORE,
            name,
            "failed",
            failure.getMessage() + "; see that the store can be reached");
      }
      throw new IllegalStateException("a claim failed in a way that no store may", e);
    } finally {
      executor.shutdownNow();
    }
  }

  /** At least one, even if it takes long. */
  private List<Claim> claims(int most, long deadlineNanos) {
    List<Claim> claims = new ArrayList<>();
    do {
      long startNanos = elapsed.nanos();
      long start = store.claim(StoreLines.DOCTOR, 0, 1);
      claims.add(new Claim(new LongRange(start, start + 1), elapsed.nanos() - startNanos));
    } while (claims.size() < most && elapsed.nanos() < deadlineNanos);
    return claims;
  }

  private Finding readBack() {
    String name = "claims read back";
    if (claimed.isEmpty()) {
      return Finding.ok(Group.STORE, name, "none was answered");
    }
    claimed.sort(Comparator.comparingLong(LongRange::from));
    for (int i = 1; i < claimed.size(); i++) {
      if (claimed.get(i).from() < claimed.get(i - 1).to()) {
        return Finding.fail(
            Group.STORE,
            name,
            "one was answered twice: " + claimed.get(i),
            "the store hands positions out twice: stop all that make ids from it");
      }
    }
    long end = claimed.get(claimed.size() - 1).to();
    try {
      long next = store.position(StoreLines.DOCTOR);
      String found = claimed.size() + " claimed, none twice; the line stands at " + next;
      return next >= end
          ? Finding.ok(Group.STORE, name, found)
          : Finding.fail(
              Group.STORE,
              name,
              found,
              "the store has forgotten claims up to " + end
                  + ": raise all lines past what was made before anything goes on");
    } catch (MintmarkException e) {
      return Finding.fail(
          Group.STORE, name, "unknown", e.getMessage() + "; see that the store can be reached");
    }
  }
}
