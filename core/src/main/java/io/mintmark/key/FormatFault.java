package io.mintmark.key;

import java.io.Serializable;

/**
 * A fault in the format of keys: what is wrong, and in which column.
 *
 * @param column where in the format it is, counted from 1; 0 where it is the format as a whole
 * @param rule what is wrong, with the values that show it
 */
public record FormatFault(int column, String rule) implements Serializable {

  /** Returns for example {@code column 3: a field is one of ...}. */
  @Override
  public String toString() {
    return column == 0 ? rule : "column " + column + ": " + rule;
  }
}
