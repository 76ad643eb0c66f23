package io.mintmark.inspect;

import java.util.ArrayList;
import java.util.List;
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

  private static final int MOST_WRAPPINGS = 12;

  private IdText() {}

  /**
   * Removes the text around an id step by step.
   *
   * @param text for example {@code "912631880622178305",} or {@code ObjectId("4df2...")}
   * @return the given text, and the result of each step; the last is for example {@code
   *     912631880622178305}
   */
  public static List<String> layers(String text) {
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
