package io.mintmark.generator;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * Numbers as decimal text, each written when it is asked for: a batch that waits to be sent takes
 * eight bytes a number, and its texts are garbage before a collection could find them.
 */
final class NumberTexts extends AbstractList<String> implements RandomAccess {

  private final long[] numbers;

  /** Takes the numbers, which nobody else may change. */
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
