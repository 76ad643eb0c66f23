package io.mintmark.store.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** An engine in memory that a test can hold up or make fail. It records its batches. */
final class FakeEngine implements BatchEngine {

  /** If set, batches wait for a permit. */
  volatile @Nullable Semaphore gate;

  /** Counts down when a batch has reached the gate. */
  volatile CountDownLatch atGate = new CountDownLatch(1);

  private final Map<String, Long> next = new HashMap<>();
  private final List<List<String>> batches = new ArrayList<>();
  private final Deque<Exception> failures = new ArrayDeque<>();
  private boolean answersNothing;

  synchronized void failNext(Exception failure) {
    failures.add(failure);
  }

  synchronized void answerNothing() {
    answersNothing = true;
  }

  synchronized void put(String line, long position) {
    next.put(line, position);
  }

  /** Returns the writes of each batch, as text. */
  synchronized List<List<String>> batches() {
    return List.copyOf(batches);
  }

  @Override
  public void execute(List<Write> writes) throws Exception {
    Semaphore held = gate;
    if (held != null) {
      atGate.countDown();
      held.acquireUninterruptibly();
    }
    synchronized (this) {
      batches.add(writes.stream().map(FakeEngine::text).toList());
      if (answersNothing) {
        return;
      }
      writes.forEach(this::apply);
      Exception failure = failures.poll();
      if (failure != null) {
        throw failure;
      }
    }
  }

  private void apply(Write write) {
    long position = next.getOrDefault(write.line(), 0L);
    if (write instanceof Write.Claim claim) {
      long start = Math.max(position, claim.atLeast());
      if (start > Long.MAX_VALUE - claim.count()) {
        claim.refused(position);
      } else {
        next.put(claim.line(), start + claim.count());
        claim.done(start + claim.count());
      }
    } else if (write instanceof Write.CompareAndSet swap) {
      boolean moves = position == swap.expected();
      if (moves) {
        next.put(swap.line(), swap.next());
      }
      swap.done(moves);
    } else if (write instanceof Write.Note note) {
      note.done(true);
    }
  }

  private static String text(Write write) {
    if (write instanceof Write.Claim claim) {
      return claim.line() + " " + claim.atLeast() + "+" + claim.count();
    }
    return write instanceof Write.CompareAndSet swap
        ? swap.line() + " " + swap.expected() + ">" + swap.next()
        : write.line() + " note";
  }
}
