package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.util.Locale;

/**
 * What stands around an id's own text: a prefix and an underscore before it, and perhaps a check
 * digit after it, such as {@code ord_} and {@code k} around a number.
 *
 * <p><b>Why texts differ if ids do.</b> The id's own text is a part of the whole, and where it
 * begins and ends follows from the prefix and the check digit, which all ids of a generator have.
 *
 * <p>The check digit is that of ISO 7064 mod 37,36 over all letters and digits before it, of the
 * prefix too, without regard to their case; it is written in lower case.
 *
 * @param text 1 to {@value #MAX_LENGTH} characters a to z, and {@code _} between them
 * @param checked whether a check digit follows
 */
public record IdPrefix(String text, boolean checked) {

  /** How long a prefix can be, in characters; that of a TypeID too. */
  public static final int MAX_LENGTH = 63;

  /** No id of any kind that a prefix stands before is longer with it, in characters. */
  private static final int MAX_WRITTEN = 128;

  private static final char SEPARATOR = '_';

  /**
   * Refuses what cannot be a prefix.
   *
   * @param what what it is, for the start of a fault
   * @param prefix the prefix; empty is let pass
   * @throws InvalidIdException if it is too long, or has other characters; says which and where
   */
  public static void check(String what, String prefix) {
    if (prefix.length() > MAX_LENGTH) {
      throw new InvalidIdException(
          Message.of("{} is too long: length={} > {}", what, prefix.length(), MAX_LENGTH));
    }
    int last = prefix.length() - 1;
    for (int i = 0; i <= last; i++) {
      char c = prefix.charAt(i);
      boolean inner = i > 0 && i < last;
      if ((c < 'a' || c > 'z') && !(inner && c == SEPARATOR)) {
        throw new InvalidIdException(Message.of(
            "{} has something else than a to z, and _ between them: index={}{}",
            what,
            i,
            String.format(", character=U+%04X", (int) c)));
      }
    }
  }

  /**
   * Puts it around an id.
   *
   * @param id the id's own text
   * @return prefix, underscore, the text, and the check digit if there is one
   */
  public String write(String id) {
    String unchecked = text + SEPARATOR + id;
    return checked ? unchecked + digit(unchecked) : unchecked;
  }

  /**
   * Takes it off again.
   *
   * @param written what {@link #write} returned
   * @return the id's own text, of which nothing is known yet
   * @throws InvalidIdException if it is too long, the prefix or the check digit is another, or
   *     nothing is left
   */
  public String read(String written) {
    if (written.length() > MAX_WRITTEN) {
      throw new InvalidIdException(
          Message.of("the id is too long: length={} > {}", written.length(), MAX_WRITTEN));
    }
    if (!begins(written)) {
      throw new InvalidIdException(Message.of(
          "the id does not begin with its prefix: expected='{}{}', found='{}'",
          text,
          SEPARATOR,
          written.substring(0, Math.min(written.length(), text.length() + 1))));
    }
    int from = text.length() + 1;
    int to = written.length() - (checked ? 1 : 0);
    if (to <= from) {
      throw new InvalidIdException(
          Message.of("nothing follows the prefix: prefix='{}', length={}", text, written.length()));
    }
    if (checked && written.charAt(to) != digit(written.substring(0, to))) {
      throw new InvalidIdException(Message.of(
          "the check digit is wrong, so some character is: index={}{}",
          to,
          String.format(", character=U+%04X", (int) written.charAt(to))));
    }
    return written.substring(from, to);
  }

  /**
   * Tells whether a text has this prefix.
   *
   * @param written any text
   * @return whether it begins with the prefix and an underscore
   */
  public boolean begins(String written) {
    return written.length() > text.length()
        && written.startsWith(text)
        && written.charAt(text.length()) == SEPARATOR;
  }

  /**
   * Finds a prefix that a text begins with.
   *
   * @param written any text
   * @return how long it is with its underscore, up to the last underscore that can be it; 0 if
   *     there is none
   */
  public static int lengthIn(CharSequence written) {
    int length = 0;
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      boolean letter = c >= 'a' && c <= 'z';
      if (c == SEPARATOR && i > 0 && written.charAt(i - 1) != SEPARATOR) {
        length = i + 1;
      } else if (!letter && (c != SEPARATOR || i == 0)) {
        break;
      }
    }
    return length;
  }

  /**
   * Returns what a check digit covers of a text: its letters without regard to their case, and its
   * digits.
   *
   * @param text any text
   * @param alphabet the characters that the check digit knows; no lower case
   * @return those of the text, in upper case
   */
  public static String covered(CharSequence text, String alphabet) {
    StringBuilder covered = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char upper = c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
      if (alphabet.indexOf(upper) >= 0) {
        covered.append(upper);
      }
    }
    return covered.toString();
  }

  private static char digit(String unchecked) {
    return CheckDigits.MOD_37_36
        .compute(covered(unchecked, Alphabet.BASE_36))
        .toLowerCase(Locale.ROOT)
        .charAt(0);
  }
}
