package io.mintmark.benchmarks;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Has JMH measure in virtual threads. JMH's own way has each of them yield after each operation,
 * which takes longer than most operations here do. Without that each needs a carrier of its own, as
 * {@code jdk.virtualThreadScheduler.parallelism} says, or some would never run.
 */
public final class VirtualWorkers extends ThreadPoolExecutor {

  /** JMH makes one for each fork, by the name of this class. */
  public VirtualWorkers(int threads, String prefix) {
    super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), virtualThreads());
  }

  /** By name, as this is compiled for Java 17 too. */
  private static ThreadFactory virtualThreads() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new IllegalStateException("there are no virtual threads; Java 21 has them", e);
    }
  }
}
