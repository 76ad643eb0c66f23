package io.mintmark.generator;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * A list of numbers as decimal text. Each text is created only on access. So a batch that waits to
 * be sent takes only eight bytes for each number, and the garbage collector frees the short-lived
 * texts at low cost.
 */
final class NumberTexts extends AbstractList<String> implements RandomAccess {

  private final long[] numbers;

  /** Uses the array without a copy; the caller must not change it. */
  NumberTexts(long[] numbers) {
    this.numbers = numbers;
  }

  @Override
  public String get(int index) {
    return Long.toString(numbers[index]);
  }

  @Override
  public int size() {
    return numbers.length;
  }
}
