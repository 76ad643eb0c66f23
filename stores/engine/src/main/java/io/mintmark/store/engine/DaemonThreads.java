package io.mintmark.store.engine;

import java.util.concurrent.ThreadFactory;

/** Threads of a store's own, which keep no JVM from ending. */
public final class DaemonThreads {

  private DaemonThreads() {}

  /**
   * Makes a thread, which is not started yet.
   *
   * @param name its name
   * @param work what it does
   * @return the thread
   */
  public static Thread of(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Makes the threads of an executor.
   *
   * @param name the name of all of them
   * @return what makes them
   */
  public static ThreadFactory named(String name) {
    return work -> of(name, work);
  }
}
