package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.HeapHog;
import io.mintmark.rigs.ThreadLimit;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors at every point. Each caller gets an exception, and the next claim succeeds. */
@Tag("fault")
class GroupCommitErrorsTest extends BatchFixture {

  private static final int THREADS = 64;
  private static final int MAX_DEPTH = 1_000_000;

  /**
   * An engine that throws at its n-th step. A step is a point before, between or after the writes.
   */
  private final class ThrowingEngine implements BatchEngine {

    private final Map<String, Long> next = new HashMap<>();
    private int stepsLeft = Integer.MAX_VALUE;
    private Supplier<Throwable> failure = AssertionError::new;

    synchronized void throwAt(int step, Supplier<Throwable> what) {
      stepsLeft = step;
      failure = what;
    }

    /** Stops throwing. Returns whether it has thrown. */
    synchronized boolean recover() {
      boolean thrown = stepsLeft < 0;
      stepsLeft = Integer.MAX_VALUE;
      return thrown;
    }

    @Override
    public void execute(List<Write> writes) {
      synchronized (this) {
        step();
        for (Write write : writes) {
          Write.Claim claim = (Write.Claim) write;
          long start = Math.max(next.getOrDefault(claim.line(), 0L), claim.atLeast());
          next.put(claim.line(), start + claim.count());
          step();
          claim.done(start + claim.count());
          step();
        }
      }
      Objects.requireNonNull(engine.gate).acquireUninterruptibly();
    }

    private void step() {
      if (stepsLeft-- == 0) {
        GroupCommitErrorsTest.<RuntimeException>sneak(failure.get());
      }
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  private static final List<Supplier<Throwable>> FAILURES = List.of(
      OutOfMemoryError::new,
      StackOverflowError::new,
      AssertionError::new,
      ThreadDeath::new,
      InterruptedException::new,
      IllegalStateException::new,
      () -> new StoreUnavailableException("made for this test"));

  @Test
  @Tag("long")
  void claim_anyStepThrows_everyCallerFailsAndNextClaimSucceeds() throws Exception {
    for (Supplier<Throwable> failure : FAILURES) {
      ThrowingEngine throwing = new ThrowingEngine();
      restart(throwing, LONG);
      List<Long> drawn = new ArrayList<>();
      boolean reached = true;
      for (int step = 0; reached; step++) {
        reached = drawAlone(throwing, step, failure, drawn);
      }
      reached = true;
      for (int step = 0; reached; step++) {
        reached = drawTogether(throwing, step, failure, drawn);
      }
      assertThat(drawn).doesNotHaveDuplicates().hasSizeGreaterThan(2);
    }
  }

  private boolean drawAlone(
      ThrowingEngine throwing, int step, Supplier<Throwable> failure, List<Long> drawn) {
    hold().release(1_000);
    throwing.throwAt(step, failure);
    try {
      drawn.add(commits.claim("line", 0, 1));
    } catch (StoreUnavailableException e) {
      assertThat(e).hasCauseInstanceOf(failure.get().getClass());
    }
    boolean thrown = throwing.recover();
    drawn.add(commits.claim("line", 0, 1));
    return thrown;
  }

  private boolean drawTogether(
      ThrowingEngine throwing, int step, Supplier<Throwable> failure, List<Long> drawn)
      throws Exception {
    var gate = hold();
    CompletableFuture<Long> first = inBackground(() -> commits.claim("first", 0, 1));
    spinUntil(gate::hasQueuedThreads);
    List<CompletableFuture<Long>> others = new ArrayList<>();
    for (String line : List.of("line", "line", "other", "third", "fourth")) {
      others.add(waiting(() -> commits.claim(line, 0, 1)));
    }
    throwing.throwAt(step, failure);
    gate.release(1_000);
    first.get(60, TimeUnit.SECONDS);
    for (CompletableFuture<Long> other : others.subList(0, 2)) {
      try {
        drawn.add(other.get(60, TimeUnit.SECONDS));
      } catch (java.util.concurrent.ExecutionException e) {
        assertThat(e).hasRootCauseInstanceOf(failure.get().getClass());
      }
    }
    for (CompletableFuture<Long> other : others.subList(2, 5)) {
      other.handle((answer, error) -> answer).get(60, TimeUnit.SECONDS);
    }
    boolean thrown = throwing.recover();
    drawn.add(commits.claim("line", 0, 1));
    return thrown;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void claim_callersStackOverflows_nextClaimSucceeds(boolean alone) throws Exception {
    AtomicLong next = new AtomicLong();
    restart(
        writes ->
            writes.forEach(write -> write.done(next.addAndGet(((Write.Claim) write).count()))),
        Duration.ofSeconds(20));
    List<Thread> threads = new ArrayList<>();
    AtomicInteger overflows = new AtomicInteger();
    for (int i = 0; i < (alone ? 1 : 4); i++) {
      Thread thread =
          new Thread(null, () -> claimAtEveryDepth(overflows, MAX_DEPTH), "deep-" + i, 512 << 10);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join(60_000);
      assertThat(thread.isAlive()).isFalse();
    }

    assertThat(overflows).hasPositiveValue();
    CompletableFuture<Long> after = inBackground(() -> commits.claim("line", 0, 1));
    assertThat(after.get(60, TimeUnit.SECONDS)).isNotNegative();
  }

  /** Recurses until the stack is full, and claims at each depth on the way back. */
  private int claimAtEveryDepth(AtomicInteger overflows, int maxDepth) {
    int deeper = 0;
    try {
      deeper = maxDepth == 0 ? 0 : 1 + claimAtEveryDepth(overflows, maxDepth - 1);
    } catch (StackOverflowError e) {
      overflows.incrementAndGet();
    }
    if (deeper < 500) {
      commits.claim("line", 0, 1);
    }
    return deeper;
  }

  @Test
  void close_releaseThrows_failsWithItsMessage() {
    restart(engine, LONG);
    Commits broken = new Commits(settings(LONG), engine, MAX_LINES, () -> {
      throw new OutOfMemoryError("made for this test");
    });

    assertThatThrownBy(broken::close)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("made for this test");
  }

  @Test
  @Tag("long")
  void claim_memoryExhaustedForAWhile_allThreadsRecover() {
    try (ChildJvm child = ChildJvm.of(Child.class, "memory").options("-Xmx64m").start()) {
      child.tell("go");
      assertThat(child.hear()).startsWith("all went on");
    }
  }

  @Test
  void open_noThreadAvailable_throwsUntilOneIs() {
    ThreadLimit.assumePossible();
    try (ChildJvm child =
        ChildJvm.of(Child.class, "threads").startedBy(ThreadLimit.prefix()).start()) {
      child.tell("go");
      assertThat(child.hear()).isEqualTo("0");
      ThreadLimit.set(child);
      child.tell("go");
      assertThat(child.hear()).contains("no thread can be started", "store=child");
      ThreadLimit.lift(child);
      child.tell("go");
      assertThat(child.hear()).isEqualTo("0");
    }
  }

  /** The program of the child JVM. */
  static final class Child {

    private static final int CLAIMS_AFTER = 20;

    private Child() {}

    public static void main(String[] arguments) throws Exception {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(arguments[0].equals("memory") ? useUpMemory() : open());
      }
      System.exit(0);
    }

    private static Commits start(AtomicLong next) {
      return new Commits(
          new OpenSettings("child", LONG, Duration.ofSeconds(5), false, StoreContext.system()),
          writes ->
              writes.forEach(write -> write.done(next.addAndGet(((Write.Claim) write).count()))),
          100,
          () -> {});
    }

    private static String open() {
      try {
        Commits commits = start(new AtomicLong());
        long start = commits.claim("line", 0, 1);
        commits.close();
        return Long.toString(start);
      } catch (StoreUnavailableException e) {
        return String.valueOf(e.getMessage());
      }
    }

    private static String useUpMemory() throws Exception {
      Commits commits = start(new AtomicLong());
      AtomicInteger errors = new AtomicInteger();
      AtomicInteger gone = new AtomicInteger();
      CyclicBarrier memoryIsBack = new CyclicBarrier(THREADS + 1);
      AtomicInteger phase = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(() -> {
          while (phase.get() == 0) {
            try {
              commits.claim("line", 0, 1);
            } catch (Throwable e) {
              errors.incrementAndGet();
            }
          }
          if (awaits(memoryIsBack) && claimsAgain(commits)) {
            gone.incrementAndGet();
          }
        });
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
      }
      HeapHog.useUp(Duration.ofSeconds(2));
      phase.set(1);
      memoryIsBack.await(30, TimeUnit.SECONDS);
      for (Thread thread : threads) {
        thread.join(30_000);
      }
      return (gone.get() == THREADS ? "all went on" : "went on: " + gone) + ", errors=" + errors
          + ", threads=" + THREADS;
    }

    private static boolean awaits(CyclicBarrier barrier) {
      try {
        return barrier.await(30, TimeUnit.SECONDS) >= 0;
      } catch (Exception e) {
        return false;
      }
    }

    private static boolean claimsAgain(Commits commits) {
      for (int i = 0; i < CLAIMS_AFTER; i++) {
        commits.claim("line", 0, 1);
      }
      return true;
    }
  }
}
