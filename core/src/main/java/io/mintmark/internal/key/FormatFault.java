package io.mintmark.internal.key;

import java.io.Serializable;

/**
 * A fault in the format of keys.
 *
 * @param column the column of the fault in the format, counted from 1; 0 if the fault is in the
 *     format as a whole
 * @param rule the problem, with the values that show it
 */
public record FormatFault(int column, String rule) implements Serializable {

  /** Returns for example {@code column 3: a field is one of ...}. */
  @Override
  public String toString() {
    return column == 0 ? rule : "column " + column + ": " + rule;
  }
}
