package io.mintmark.server.net;

import io.mintmark.internal.thread.NonBlockingThread;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.ThreadFactory;

/** A thread that all clients of its share depend on, so that nothing on it waits. */
final class EventLoopThread extends FastThreadLocalThread implements NonBlockingThread {

  private EventLoopThread(ThreadGroup group, Runnable work, String name) {
    super(group, work, name);
  }

  /** Makes such threads, with their names numbered. */
  static ThreadFactory factory(String name) {
    return new DefaultThreadFactory(name) {
      @Override
      protected Thread newThread(Runnable work, String numbered) {
        return new EventLoopThread(threadGroup, work, numbered);
      }
    };
  }
}
