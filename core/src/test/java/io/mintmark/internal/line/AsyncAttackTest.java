package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads call in every way at the same time, cancel, let deadlines pass, suspend and close. Their
 * store is slow, loses replies or throws, and their executor refuses claims. No two calls receive
 * the same position, and every future completes.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AsyncAttackTest {

  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
  private static final int THREADS = 6;
  private static final int CALLS = LongRun.size(500, 1_500);
  private static final Duration TIMEOUT = Duration.ofMillis(30);

  private final Set<Long> seen = ConcurrentHashMap.newKeySet();
  private final List<Long> repeated = Collections.synchronizedList(new ArrayList<>());
  private final ConcurrentLinkedQueue<CompletableFuture<?>> futures = new ConcurrentLinkedQueue<>();
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong served = new AtomicLong();

  private void see(long... ids) {
    for (long id : ids) {
      if (!seen.add(id)) {
        repeated.add(id);
      }
    }
    served.addAndGet(ids.length);
  }

  /** Takes time. Sometimes throws after the claim is made, or claims nothing. */
  private long claim(long floor, long count) {
    ThreadLocalRandom chance = ThreadLocalRandom.current();
    int fate = chance.nextInt(100);
    if (fate < 40) {
      LockSupport.parkNanos(chance.nextLong(fate < 3 ? 40_000_000 : 500_000));
    }
    if (fate >= 95) {
      throw new StoreUnavailableException("the store refuses");
    }
    long start = next.updateAndGet(before -> Math.max(before, floor) + count) - count;
    if (fate >= 90) {
      throw new StoreUnavailableException("the reply is lost");
    }
    return start;
  }

  private Context context(ClaimThreads threads) {
    Executor unwilling = work -> {
      if (ThreadLocalRandom.current().nextInt(50) == 0) {
        throw new OutOfMemoryError("no thread");
      }
      threads.execute(work);
    };
    return new Context(
        InstantSource.system(),
        ElapsedClock.system(),
        true,
        unwilling,
        TIMEOUT,
        SplittableRandom::new);
  }

  /** The methods of the line or queue under attack. */
  private interface Target extends Lifecycle {
    long[] next(int count);

    CompletableFuture<long[]> nextAsync(int count);

    default boolean mayThrow(MintmarkException e) {
      return e instanceof StoreUnavailableException;
    }
  }

  private Target line(boolean timed, Context context) {
    TickRules rules = new TickRules(
        TickScale.of(EPOCH.toEpochMilli(), 1), 64, 1L << 40, 5, 60_000, OnClockBehind.REFUSE);
    LocalLine line =
        new LocalLine("attacked", IdForm.PLAIN, this::range, timed ? rules : null, context);
    return new Target() {
      @Override
      public long[] next(int count) {
        return count == 1 ? new long[] {line.next()} : LineBatches.next(line, count);
      }

      @Override
      public CompletableFuture<long[]> nextAsync(int count) {
        return count % 3 == 0
            ? line.reserveAsync(count, last -> run(last - count + 1, count))
            : LineBatches.nextAsync(line, count, ids -> ids);
      }

      /** Queued calls may use all positions that the clock allows until the deadline. */
      @Override
      public boolean mayThrow(MintmarkException e) {
        return Target.super.mayThrow(e) || (timed && e instanceof ExhaustedException);
      }

      @Override
      public void suspend() {
        line.suspend();
      }

      @Override
      public void resume() {
        line.resume();
      }

      @Override
      public void close() {
        line.close();
      }
    };
  }

  private Claimed range(ClaimRequest request) {
    long count = Math.max(request.wanted(), 50);
    long start = claim(request.floor(), count);
    return new Claimed(0, start, start + count, 20);
  }

  private Target queue(Context context) {
    ClaimQueue queue = new ClaimQueue("attacked", (count, deadline) -> claim(0, count), context);
    return new Target() {
      @Override
      public long[] next(int count) {
        return run(queue.claim(count), count);
      }

      @Override
      public CompletableFuture<long[]> nextAsync(int count) {
        LongFunction<long[]> made = last -> run(last - count + 1, count);
        return queue.reserveAsync(count, made);
      }

      @Override
      public void suspend() {
        queue.suspend();
      }

      @Override
      public void resume() {
        queue.resume();
      }

      @Override
      public void close() {
        queue.close();
      }
    };
  }

  private static long[] run(long start, int count) {
    long[] ids = new long[count];
    for (int i = 0; i < count; i++) {
      ids[i] = start + i;
    }
    return ids;
  }

  @Tag("sized")
  @ParameterizedTest
  @CsvSource({
    "COUNTING, 1",
    "COUNTING, 2",
    "TIMED, 3",
    "TIMED, 4",
    "QUEUE, 5",
    "QUEUE, 6",
  })
  void calls_allFormsConcurrently_neverRepeatAndAlwaysEnd(String kind, long seed) {
    ClaimThreads threads = new ClaimThreads();
    Context context = context(threads);
    Target target = kind.equals("QUEUE") ? queue(context) : line(kind.equals("TIMED"), context);
    SplittableRandom root = new SplittableRandom(seed);
    List<SplittableRandom> randoms =
        List.of(root.split(), root.split(), root.split(), root.split(), root.split(), root.split());
    Race.run(THREADS, thread -> {
      for (int i = 0; i < CALLS; i++) {
        attack(target, randoms.get(thread));
      }
      return target;
    });
    target.resume();
    CompletableFuture<?>[] all = futures.toArray(CompletableFuture[]::new);
    CompletableFuture<Void> end = CompletableFuture.allOf(all).exceptionally(e -> null);
    assertThat(end).as("seed=%s", seed).succeedsWithin(Duration.ofSeconds(60));
    for (int i = 0; i < 50; i++) {
      calm(target, () -> see(target.next(2)));
    }
    target.close();
    assertThat(target.nextAsync(1).handle((ids, e) -> e).join())
        .satisfiesAnyOf(
            e -> assertThat(e).isInstanceOf(ClosedException.class),
            e -> assertThat(e).isInstanceOf(StoreUnavailableException.class));
    threads.close(true, Duration.ofSeconds(5));
    assertThat(repeated).as("seed=%s", seed).isEmpty();
    assertThat(served.get()).isPositive();
  }

  /**
   * Callers whose stack is almost full call again and again, each time with less room. They get an
   * error or an id. A thread that kept the turn to claim, or a lock, would block all others.
   */
  @Tag("sized")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nextAsync_callersNearTheEndOfTheirStack_doNotHarmOthers(boolean ahead) throws Exception {
    ClaimThreads threads = new ClaimThreads();
    Context context = new Context(
        InstantSource.system(),
        ElapsedClock.system(),
        true,
        threads,
        Duration.ofSeconds(5),
        SplittableRandom::new);
    Supplier<CompletableFuture<Long>> call;
    if (ahead) {
      RangeSource source = request -> {
        long start = next.getAndAdd(request.wanted());
        return new Claimed(0, start, start + request.wanted(), -1);
      };
      LocalLine line = new LocalLine("deep", IdForm.PLAIN, source, null, context);
      call = () -> LineBatches.nextAsync(line, 1, ids -> ids[0]);
    } else {
      ClaimQueue queue =
          new ClaimQueue("deep", (count, deadline) -> next.getAndAdd(count), context);
      call = () -> queue.reserveAsync(1, last -> last);
    }
    for (int round = 0; round < LongRun.size(50, 500); round++) {
      int most = round;
      Thread small = new Thread(null, () -> callUntilFull(call, most), "small", 160 << 10);
      small.start();
      small.join();
      CompletableFuture<Void> other = call.get().thenAccept(this::see);
      assertThat(other).as("round=%s", round).succeedsWithin(Duration.ofSeconds(20));
    }
    threads.close(true, Duration.ofSeconds(5));
    assertThat(repeated).isEmpty();
  }

  /** Goes deeper by another number of frames in each round, so that other places overflow. */
  private void callUntilFull(Supplier<CompletableFuture<Long>> call, int frames) {
    try {
      deeper(call, frames);
    } catch (StackOverflowError e) {
      // This overflow is intended.
    }
  }

  private long deeper(Supplier<CompletableFuture<Long>> call, int frames) {
    if (frames > 0) {
      return 1 + deeper(call, frames - 1);
    }
    CompletableFuture<Void> unused = call.get().thenAccept(this::see);
    return 1 + deeper(call, 2);
  }

  private void attack(Target target, SplittableRandom random) {
    int what = random.nextInt(1_000);
    int count = 1 + random.nextInt(6);
    if (what < 200) {
      calm(target, () -> see(target.next(1)));
    } else if (what < 350) {
      calm(target, () -> see(target.next(count)));
    } else if (what < 998) {
      CompletableFuture<long[]> call = target.nextAsync(count);
      CompletableFuture<Void> seenThen = call.thenAccept(this::see);
      futures.add(seenThen);
      if (what > 900) {
        LockSupport.parkNanos(random.nextInt(300_000));
        call.cancel(false);
      } else if (what > 850) {
        CompletableFuture<long[]> unused =
            call.orTimeout(random.nextInt(2_000), TimeUnit.MICROSECONDS);
      } else if (what > 700) {
        calm(target, call::join);
      }
    } else {
      target.suspend();
      LockSupport.parkNanos(random.nextInt(3_000_000));
      target.resume();
    }
  }

  private static void calm(Target target, Runnable call) {
    try {
      call.run();
    } catch (MintmarkException e) {
      assertThat(e).matches(target::mayThrow);
    } catch (CompletionException e) {
      assertThat(e.getCause()).isNotInstanceOf(AssertionError.class);
    }
  }
}
