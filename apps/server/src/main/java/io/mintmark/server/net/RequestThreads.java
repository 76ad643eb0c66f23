package io.mintmark.server.net;

import io.mintmark.service.RunsOn;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The threads on which requests are answered that an event loop must not answer itself. Both of its
 * executors may refuse.
 *
 * @param waiting may wait for the store
 * @param busy takes its time, and waits for nothing
 */
public record RequestThreads(Executor waiting, Executor busy) {

  /** As many claims can share one commit of a store. */
  private static final int WAITING_THREADS = 64;

  /** An administrator's few requests for lines, where they have a port of their own. */
  private static final int WAITING_ADMIN_THREADS = 4;

  /** So that readers of metrics and lists need not wait behind callers that wait for the store. */
  private static final int BUSY_THREADS = 2;

  private static final Duration IDLE = Duration.ofSeconds(30);

  /**
   * Starts threads as they are needed.
   *
   * @param mostQueued how many requests may queue for each of both
   */
  public static RequestThreads start(int mostQueued) {
    return start("mintmark-", WAITING_THREADS, mostQueued);
  }

  /**
   * Starts threads for the admin port as they are needed, so that no client keeps them busy.
   *
   * @param mostQueued how many requests may queue for each of both
   */
  public static RequestThreads startForAdmin(int mostQueued) {
    return start("mintmark-admin-", WAITING_ADMIN_THREADS, mostQueued);
  }

  private static RequestThreads start(String name, int waiting, int mostQueued) {
    return new RequestThreads(
        new BoundedThreads(waiting, mostQueued, IDLE, new DefaultThreadFactory(name + "wait")),
        new BoundedThreads(
            BUSY_THREADS, mostQueued, IDLE, new DefaultThreadFactory(name + "busy")));
  }

  Executor of(RunsOn runsOn) {
    return runsOn == RunsOn.WAITING_THREAD ? waiting : busy;
  }

  /** Has a part of some work done where a thread may wait, or lets it be where none is left. */
  public void help(Runnable part) {
    try {
      waiting.execute(part);
    } catch (RejectedExecutionException e) {
      // A task that asks for help gets done without it.
    }
  }

  /** Lets what was begun or queued end by itself, and takes nothing more. */
  public void close() {
    close(waiting);
    close(busy);
  }

  private static void close(Executor executor) {
    if (executor instanceof BoundedThreads threads) {
      threads.close();
    }
  }
}
