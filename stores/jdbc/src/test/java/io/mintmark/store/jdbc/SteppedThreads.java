package io.mintmark.store.jdbc;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads of a store that do what they were given when a test says so. */
final class SteppedThreads extends AbstractExecutorService {

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean ended;

  /** Counts the tasks that were given and not done. */
  int waiting() {
    return tasks.size();
  }

  /** Does the oldest task. */
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
