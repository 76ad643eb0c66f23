package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.util.Locale;

/**
 * The parts around an id's own text: a prefix and an underscore before it, and optionally a check
 * digit after it. For example, {@code ord_} is before a number, and {@code k} after it.
 *
 * <p><b>Why different ids have different texts.</b> The id's own text is a part of the whole. Its
 * beginning and end follow from the prefix and the check digit, which are the same for all ids of a
 * generator.
 *
 * <p>The check digit is ISO 7064 mod 37,36 over all letters and digits before it, including the
 * prefix, without regard to case. It is written in lower case.
 *
 * @param text 1 to {@value #MAX_LENGTH} characters a to z, and {@code _} between them
 * @param checked whether a check digit follows
 */
public record IdPrefix(String text, boolean checked) {

  /** The maximum length of a prefix, in characters; the same as a TypeID's. */
  public static final int MAX_LENGTH = 63;

  /** The maximum length of an id of any kind with its prefix, in characters. */
  private static final int MAX_WRITTEN = 128;

  private static final char SEPARATOR = '_';

  /**
   * Refuses an invalid prefix.
   *
   * @param what names the prefix, for the start of a message
   * @param prefix the prefix; may be empty
   * @throws InvalidIdException if it is too long, or has any other character; the message names the
   *     character and its place
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
            "{} has a character other than a to z, and _ between them: index={}{}",
            what,
            i,
            String.format(", character=U+%04X", (int) c)));
      }
    }
  }

  /**
   * Adds prefix and check digit to an id.
   *
   * @param id the id's own text
   * @return prefix, underscore, the text, and the check digit if there is one
   */
  public String write(String id) {
    String unchecked = text + SEPARATOR + id;
    return checked ? unchecked + digit(unchecked) : unchecked;
  }

  /**
   * Removes prefix and check digit.
   *
   * @param written a result of {@link #write}
   * @return the id's own text, not checked yet
   * @throws InvalidIdException if the text is too long, has a different prefix, has a wrong check
   *     digit, or contains nothing else
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
   * Returns whether a text has this prefix.
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
   * Finds the prefix at the beginning of a text.
   *
   * @param written any text
   * @return the length of the longest prefix at the beginning of the text, including the underscore
   *     after it; 0 if there is no prefix
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
   * Returns the characters of a text that a check digit covers: its letters without regard to case,
   * and its digits.
   *
   * @param text any text
   * @param alphabet the characters that the check digit covers; no lower case
   * @return the covered characters, in upper case
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
