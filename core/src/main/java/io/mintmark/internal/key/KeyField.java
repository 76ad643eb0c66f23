package io.mintmark.internal.key;

/**
 * One field of a format and its position in a key, for people.
 *
 * @param kind {@code text}, {@code time}, {@code db}, {@code table}, {@code worker}, {@code seq},
 *     {@code version}, {@code var} or {@code check}
 * @param name a name that distinguishes this field from other fields of its kind: the name of a
 *     variable or of a check digit, or the pattern of a time; empty for any other kind
 * @param from the index of the field's first character in a key, counted from 0
 * @param to the index after the field's last character
 */
public record KeyField(String kind, String name, int from, int to) {

  /**
   * Returns a name that is unique among the fields of a key.
   *
   * @return the kind, for example {@code db}; for a variable {@code var:NAME}
   */
  public String label() {
    return kind.equals("var") ? kind + ":" + name : kind;
  }
}
