package io.mintmark.moving;

import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Runs one step for many lines, several at a time, so that an engine can commit them together. */
final class ParallelLines {

  private final int threads;
  private final CopyListener listener;

  ParallelLines(int threads, CopyListener listener) {
    this.threads = threads;
    this.listener = listener;
  }

  /**
   * Runs a step for each line. After a failure no further line is started.
   *
   * @throws MintmarkException the first failure
   */
  void each(String step, List<Line> lines, Consumer<Line> action) {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    AtomicBoolean failed = new AtomicBoolean();
    Runnable work = () -> {
      for (int i = next.getAndIncrement(); i < lines.size(); i = next.getAndIncrement()) {
        if (failed.get()) {
          return;
        }
        boolean ended = false;
        try {
          action.accept(lines.get(i));
          ended = true;
        } finally {
          failed.compareAndSet(false, !ended);
        }
        synchronized (listener) {
          listener.progress(step, done.incrementAndGet(), lines.size());
        }
      }
    };
    if (threads == 1 || lines.size() < 2) {
      work.run();
    } else {
      together(work, Math.min(threads, lines.size()));
    }
  }

  private static void together(Runnable work, int hands) {
    ExecutorService executor = Executors.newFixedThreadPool(hands);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < hands; i++) {
        running.add(executor.submit(work));
      }
      for (Future<?> hand : running) {
        hand.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof MintmarkException known
          ? known
          : new MintmarkException("lines copy failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("lines copy was interrupted; run it again", e);
    } finally {
      executor.shutdownNow();
    }
  }
}
