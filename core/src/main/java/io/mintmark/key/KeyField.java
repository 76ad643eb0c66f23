package io.mintmark.key;

/**
 * One field of a format, for people: where it stands in a key and what it says.
 *
 * @param kind {@code text}, {@code time}, {@code db}, {@code table}, {@code worker}, {@code seq},
 *     {@code version}, {@code var} or {@code check}
 * @param name what tells it from others of its kind: a variable's name, a check digit's, a time's
 *     pattern; empty otherwise
 * @param from its first character in a key, counted from 0
 * @param to the end, exclusive
 */
public record KeyField(String kind, String name, int from, int to) {

  /**
   * Returns a name by which it differs from the other fields of its key.
   *
   * @return its kind, for example {@code db}; of a variable {@code var:NAME}
   */
  public String label() {
    return kind.equals("var") ? kind + ":" + name : kind;
  }
}
