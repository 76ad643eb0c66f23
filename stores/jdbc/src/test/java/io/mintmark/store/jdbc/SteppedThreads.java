package io.mintmark.store.jdbc;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** The threads of a store. Their tasks run only when a test calls {@link #step}. */
final class SteppedThreads extends AbstractExecutorService {

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean ended;

  /** Counts the tasks that have not run yet. */
  int waiting() {
    return tasks.size();
  }

  /** Runs the oldest task. */
  void step() {
    tasks.remove().run();
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public void shutdown() {
    ended = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    ended = true;
    return List.copyOf(tasks);
  }

  @Override
  public boolean isShutdown() {
    return ended;
  }

  @Override
  public boolean isTerminated() {
    return ended && tasks.isEmpty();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isTerminated();
  }
}
