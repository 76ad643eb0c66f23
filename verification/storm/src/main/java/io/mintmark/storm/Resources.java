package io.mintmark.storm;

import java.util.ArrayDeque;
import java.util.Deque;

/** Everything that an environment has started, closed in reverse order. */
final class Resources implements AutoCloseable {

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    open.push(resource);
    return resource;
  }

  @Override
  public void close() {
    AutoCloseable next = open.poll();
    if (next != null) {
      try {
        next.close();
      } catch (Exception e) {
        throw new IllegalStateException("not closed: " + next, e);
      } finally {
        close();
      }
    }
  }
}
