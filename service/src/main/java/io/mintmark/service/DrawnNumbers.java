package io.mintmark.service;

import java.util.Optional;

/** Numbers that one caller draws one by one, and what kept it from drawing them all. */
public final class DrawnNumbers {

  private final long[] numbers;
  private int count;
  private Optional<Throwable> failure = Optional.empty();

  /** Makes an empty list for the given count of numbers. */
  public DrawnNumbers(int wanted) {
    numbers = new long[wanted];
  }

  void add(long... more) {
    System.arraycopy(more, 0, numbers, count, more.length);
    count += more.length;
  }

  void failed(Throwable cause) {
    failure = Optional.of(cause);
  }

  /** How many were drawn. */
  public int count() {
    return count;
  }

  /** One of those that were drawn, from 0 on in their order. */
  public long number(int index) {
    return numbers[index];
  }

  /** How many could not be drawn. */
  public int missing() {
    return numbers.length - count;
  }

  /** Why some could not be drawn; empty if none is missing. */
  public Optional<Throwable> failure() {
    return failure;
  }
}
