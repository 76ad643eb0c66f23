package io.mintmark.service;

import java.util.Optional;

/** The numbers that one caller draws one by one, and the failure that ended the drawing early. */
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

  /** Returns how many numbers were drawn. */
  public int count() {
    return count;
  }

  /** Returns a drawn number. The index starts at 0, in the order of drawing. */
  public long number(int index) {
    return numbers[index];
  }

  /** Returns how many numbers could not be drawn. */
  public int missing() {
    return numbers.length - count;
  }

  /** Returns why some numbers could not be drawn; empty if all were drawn. */
  public Optional<Throwable> failure() {
    return failure;
  }
}
