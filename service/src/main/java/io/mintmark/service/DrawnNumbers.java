package io.mintmark.service;

import java.util.Optional;

/** The numbers that one caller draws one by one, and the failure that ended the drawing early. */
public final class DrawnNumbers {

  private final long[] numbers;
  private final int missing;
  private final Optional<Throwable> failure;

  DrawnNumbers(long[] numbers, int missing, Optional<Throwable> failure) {
    this.numbers = numbers;
    this.missing = missing;
    this.failure = failure;
  }

  /** Returns how many numbers were drawn. */
  public int count() {
    return numbers.length;
  }

  /** Returns a drawn number. The index starts at 0, in the order of drawing. */
  public long number(int index) {
    return numbers[index];
  }

  /** Returns how many numbers could not be drawn. */
  public int missing() {
    return missing;
  }

  /** Returns why some numbers could not be drawn; empty if all were drawn. */
  public Optional<Throwable> failure() {
    return failure;
  }
}
