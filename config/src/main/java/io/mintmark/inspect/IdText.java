package io.mintmark.inspect;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes an id out of what shells, databases and their exports put around it. */
public final class IdText {

  /** Invisible characters at the ends: byte order marks, spaces without width, hard spaces. */
  private static final Pattern EDGE =
      Pattern.compile("^[\\s\\u00A0\\u200B\\u2060\\uFEFF]+|[\\s\\u00A0\\u200B\\u2060\\uFEFF]+$");

  /** For example {@code 1)} and {@code (integer)} of redis-cli, and MongoDB's types. */
  private static final Pattern BEFORE = Pattern.compile(
      "^(?:\\d+\\) |\\(integer\\) |urn:uuid:|[NnXx](?=')|(?:new )?(?:ObjectId|UUID|NumberLong"
          + "|NumberInt|NumberDecimal|Long|BinData|BSON::ObjectId)(?=\\())");

  /** What is left of an array or a statement behind an id. */
  private static final Pattern AFTER = Pattern.compile("[,;]$");

  private static final String OPENING = "\"'`([{|\u201C\u2018\u00AB";
  private static final String CLOSING = "\"'`)]}|\u201D\u2019\u00BB";

  /**
   * A JSON object with one member, as MongoDB's extended JSON has it: the name of a type or of a
   * column, and the value. A member alone on its line may be any of an object's.
   */
  private static final Pattern MEMBER =
      Pattern.compile("^\\{\\s*\"[$\\w]+\"\\s*:\\s*(\\{.*}|\"[^\"]*\"|-?\\d+)\\s*}$");

  /** Letters, and printable ASCII but the marks that separate or enclose values. */
  private static final Pattern ID = Pattern.compile(
      "(?=.*[\\p{L}0-9])(?:[\\x21-\\x7E&&[^,;|\"'`(){}\\[\\]<>\\\\]]|\\p{L})+(?<!:)");

  private static final int MOST_WRAPPINGS = 12;

  private IdText() {}

  /**
   * Returns the id alone.
   *
   * @param text for example {@code "912631880622178305",} or {@code ObjectId("4df2...")}
   * @return for example {@code 912631880622178305}; empty if the text is not one id
   */
  public static Optional<String> of(String text) {
    String id = text;
    for (int i = 0; i < MOST_WRAPPINGS; i++) {
      String inner = unwrapped(id);
      if (inner.equals(id)) {
        break;
      }
      id = inner;
    }
    return ID.matcher(id).matches() ? Optional.of(id) : Optional.empty();
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
