package io.mintmark.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts an id from the text that shells, databases and their exports put around it. */
public final class IdText {

  /** Invisible characters at the ends: byte order marks, zero-width spaces, non-breaking spaces. */
  private static final Pattern EDGE =
      Pattern.compile("^[\\s\\u00A0\\u200B\\u2060\\uFEFF]+|[\\s\\u00A0\\u200B\\u2060\\uFEFF]+$");

  /**
   * Text in front of an id, for example {@code 1)} or {@code (integer)} from redis-cli, or the name
   * of a MongoDB type.
   */
  private static final Pattern BEFORE = Pattern.compile(
      "^(?:\\d+\\) |\\(integer\\) |(?i:urn:uuid:)|[NnXx](?=')|(?i:new\\s+)?(?i:ObjectId|UUID"
          + "|NumberLong|NumberInt|NumberDecimal|Long|BinData|BSON::ObjectId)\\s*(?=\\())");

  /** The separator after an id in an array or a statement. */
  private static final Pattern AFTER = Pattern.compile("[,;]$");

  private static final String OPENING = "\"'`([{|\u201C\u2018\u00AB";
  private static final String CLOSING = "\"'`)]}|\u201D\u2019\u00BB";

  /**
   * A JSON object with one member, as in MongoDB's extended JSON: the name of a type or a column,
   * and the value. A bare member without braces does not match, because it may be any member of an
   * object.
   */
  private static final Pattern MEMBER = Pattern.compile(
      "^\\{\\s*[\"']?[$\\w]+[\"']?\\s*:\\s*(\\{.*}|\"[^\"]*\"|'[^']*'|-?\\d+)\\s*}$");

  /** Letters, and printable ASCII without the characters that separate or enclose values. */
  private static final Pattern ID = Pattern.compile(
      "(?=.*[\\p{L}0-9])(?:[\\x21-\\x7E&&[^,;|\"'`(){}\\[\\]<>\\\\]]|\\p{L})+(?<!:)");

  /**
   * A whole number that a program has written for people or for itself: with a sign, a fraction of
   * zeros, an exponent, groups of three digits, or the suffix of a literal. Compared as text, it
   * would differ from the same number in digits alone. A short text such as {@code #1041} does not
   * match, because it may be a key whose format is not known here.
   */
  private static final Pattern OTHER_NUMBER = Pattern.compile("\\+\\d+|-?\\d+\\.0+"
      + "|#\\d{16,19}|\\d{16,19}[nL]|\\d{1,3}(?:[.'_]\\d{3}){3,}|-?\\d\\.\\d+[eE][+-]?\\d+");

  private static final int MOST_WRAPPINGS = 12;

  private IdText() {}

  /**
   * Returns the id alone.
   *
   * @param text for example {@code "912631880622178305",} or {@code ObjectId("4df2...")}
   * @return for example {@code 912631880622178305}; empty if the text is not one id
   */
  public static Optional<String> of(String text) {
    List<String> layers = layers(text);
    return Optional.of(layers.get(layers.size() - 1))
        .filter(ID.asMatchPredicate().and(OTHER_NUMBER.asMatchPredicate().negate()));
  }

  /**
   * Removes the text around an id step by step.
   *
   * @return the given text, and the result of each step
   */
  static List<String> layers(String text) {
    List<String> layers = new ArrayList<>();
    String inner = text;
    do {
      layers.add(inner);
      inner = unwrapped(inner);
    } while (layers.size() <= MOST_WRAPPINGS && !inner.equals(layers.get(layers.size() - 1)));
    return layers;
  }

  private static String unwrapped(String text) {
    String bare = EDGE.matcher(text).replaceAll("");
    bare = AFTER.matcher(bare).replaceFirst("");
    bare = BEFORE.matcher(bare).replaceFirst("");
    Matcher member = MEMBER.matcher(bare);
    if (member.matches()) {
      return member.group(1);
    }
    int last = bare.length() - 1;
    int opening = last < 1 ? -1 : OPENING.indexOf(bare.charAt(0));
    return opening >= 0 && bare.charAt(last) == CLOSING.charAt(opening)
        ? bare.substring(1, last)
        : bare;
  }
}
