package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds a prefix to the text of an id, and removes it. The result is a prefix, an underscore, the
 * text of the id, and optionally a check digit. In {@code ord_42p}, for example, {@code ord} is the
 * prefix and {@code p} the check digit.
 *
 * <p><b>Why different ids have different texts.</b> The text of the id can be recovered from the
 * result: all ids of a generator have the same prefix, and either all or none have a check digit,
 * so the text begins and ends at known positions. So two different ids never give the same result.
 *
 * <p>The check digit is computed with ISO 7064 mod 37,36 from all letters and digits before it,
 * including those of the prefix. Case is ignored. The check digit is written in lower case.
 *
 * @param text 1 to {@value #MAX_LENGTH} characters a to z, and {@code _} between them
 * @param checked whether an id ends with a check digit
 */
public record IdPrefix(String text, boolean checked) {

  /** The maximum length of a prefix, in characters. TypeIDs have the same maximum. */
  public static final int MAX_LENGTH = 63;

  /** The maximum length of an id of any kind with its prefix, in characters. */
  private static final int MAX_WRITTEN = 170;

  private static final char SEPARATOR = '_';

  /** Matches a prefix with the underscore after it. */
  private static final Pattern PREFIX = Pattern.compile("[a-z]([a-z_]*[a-z])?_");

  /**
   * Throws if a prefix is invalid.
   *
   * @param what a name for the prefix, with which the message starts
   * @param prefix the prefix; may be empty
   * @throws InvalidIdException if the prefix is too long, or has an invalid character; the message
   *     contains the character and its position
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
            "{} has a character other than a to z, and _ between them: index={}, character={}",
            what,
            i,
            Alphabet.show(c)));
      }
    }
  }

  /**
   * Adds the prefix, and the check digit if there is one, to an id.
   *
   * @param id the text of the id
   * @return the prefix, an underscore, the text of the id, and the check digit if there is one
   */
  public String write(String id) {
    String unchecked = text + SEPARATOR + id;
    return checked ? unchecked + digit(unchecked) : unchecked;
  }

  /**
   * Removes the prefix, and the check digit if there is one.
   *
   * @param written a result of {@link #write}
   * @return the text of the id, which is not checked
   * @throws InvalidIdException if the text is too long, has a different prefix or a wrong check
   *     digit, or contains no text of an id
   */
  public String read(String written) {
    int length = written.length();
    Arguments.checkId(
        length <= MAX_WRITTEN, "the id is too long: length={} > {}", length, MAX_WRITTEN);
    Arguments.checkId(
        begins(written),
        "the id does not begin with its prefix: expected='{}{}', found='{}'",
        text,
        SEPARATOR,
        written.substring(0, Math.min(length, text.length() + 1)));
    int from = text.length() + 1;
    int to = length - (checked ? 1 : 0);
    Arguments.checkId(
        from < to, "nothing follows the prefix: prefix='{}', length={}", text, length);
    if (checked && written.charAt(to) != digit(written.substring(0, to))) {
      throw new InvalidIdException(Message.of(
          "the check digit is wrong, so some character is: index={}, character={}",
          to,
          Alphabet.show(written.charAt(to))));
    }
    return written.substring(from, to);
  }

  /**
   * Returns whether a text begins with this prefix.
   *
   * @param written any text
   * @return whether it begins with the prefix and an underscore
   */
  public boolean begins(String written) {
    return written.startsWith(text + SEPARATOR);
  }

  /**
   * Finds the prefix at the beginning of a text.
   *
   * @param written any text
   * @return the length of the longest prefix at the beginning of the text, including the underscore
   *     after it; 0 if there is no prefix
   */
  public static int lengthIn(CharSequence written) {
    Matcher prefix = PREFIX.matcher(written);
    return prefix.lookingAt() ? prefix.end() : 0;
  }

  /**
   * Returns the characters of a text from which a check digit is computed: its letters, converted
   * to upper case, and its digits.
   *
   * @param text any text
   * @param alphabet the alphabet of the check digit, without lower-case letters
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
    return CheckDigit.MOD_37_36
        .compute(covered(unchecked, Alphabet.BASE_36))
        .toLowerCase(Locale.ROOT)
        .charAt(0);
  }
}
