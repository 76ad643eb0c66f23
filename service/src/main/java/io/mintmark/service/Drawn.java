package io.mintmark.service;

import java.util.Optional;

/** Numbers that one caller draws one by one, and what kept it from drawing them all. */
public final class Drawn {

  private final long[] numbers;
  private int count;
  private Optional<RuntimeException> failure = Optional.empty();

  /** Wants so many. */
  public Drawn(int wanted) {
    numbers = new long[wanted];
  }

  boolean isComplete() {
    return count == numbers.length;
  }

  void add(long number) {
    numbers[count++] = number;
  }

  void failed(RuntimeException cause) {
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
  public Optional<RuntimeException> failure() {
    return failure;
  }
}
