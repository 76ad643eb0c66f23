package io.mintmark.generator;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * A list of numbers as decimal text. Each text is created on access, so a batch that waits to be
 * sent takes eight bytes for each number, and its short-lived texts are cheap to collect.
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
