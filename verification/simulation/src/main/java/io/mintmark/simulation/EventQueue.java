package io.mintmark.simulation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is to happen, by its time; of one time, what was added first comes first.
 *
 * <p>A heap of four children each, whose times lie in an array of their own: most of a simulated
 * world's life is spent here, and looking up each event's time in the event itself made a fifth of
 * all work.
 *
 * @param <T> what happens
 */
final class EventQueue<T> {

  private static final int FIRST_SIZE = 1 << 10;

  private static final int CHILDREN = 4;

  private long[] times = new long[FIRST_SIZE];
  private long[] numbers = new long[FIRST_SIZE];
  private @Nullable Object[] events = new Object[FIRST_SIZE];
  private int size;

  /**
   * Adds what happens at a time.
   *
   * @param atNanos when
   * @param number the lower comes first among those of one time
   * @param event what
   */
  void add(long atNanos, long number, T event) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int at = size++;
    while (at > 0) {
      int above = (at - 1) / CHILDREN;
      if (!isBefore(atNanos, number, above)) {
        break;
      }
      move(above, at);
      at = above;
    }
    put(at, atNanos, number, event);
  }

  /** Returns the time of what comes next; {@link Long#MAX_VALUE} if nothing does. */
  long nextNanos() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  /** Takes what comes next. */
  @SuppressWarnings("unchecked")
  T remove() {
    Object next = events[0];
    if (next == null) {
      throw new IllegalStateException("nothing is to happen");
    }
    size--;
    long lastNanos = times[size];
    long lastNumber = numbers[size];
    Object last = events[size];
    events[size] = null;
    if (size > 0) {
      sink(lastNanos, lastNumber, last);
    }
    return (T) next;
  }

  private void sink(long atNanos, long number, @Nullable Object event) {
    int at = 0;
    while (true) {
      int least = least(CHILDREN * at + 1);
      if (least < 0 || isBefore(atNanos, number, least)) {
        put(at, atNanos, number, event);
        return;
      }
      move(least, at);
      at = least;
    }
  }

  /** The child that comes first, from the index of the first one; below 0 if there is none. */
  private int least(int first) {
    int least = first < size ? first : -1;
    int end = Math.min(first + CHILDREN, size);
    for (int i = first + 1; i < end; i++) {
      least = isBefore(times[i], numbers[i], least) ? i : least;
    }
    return least;
  }

  private boolean isBefore(long atNanos, long number, int other) {
    return atNanos < times[other] || (atNanos == times[other] && number < numbers[other]);
  }

  private void move(int from, int to) {
    put(to, times[from], numbers[from], events[from]);
  }

  private void put(int at, long atNanos, long number, @Nullable Object event) {
    times[at] = atNanos;
    numbers[at] = number;
    events[at] = event;
  }
}
