package io.mintmark.error;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds the texts of errors and log lines. Their form is: the problem, the values that show it as
 * {@code name=value}, the consequence.
 *
 * <pre>{@code
 * Message.of("the clock is behind the last id: behindMs={} > toleranceMs={}; no id issued", 42, 10)
 * }</pre>
 */
public final class Message {

  private static final Pattern PLACE = Pattern.compile("\\{}");

  private Message() {}

  /**
   * Inserts values into a text, in the order of the arguments. A control character in a value is
   * shown as a backslash, u and four hex digits, so that foreign text cannot start a new line in a
   * log.
   *
   * @param text begins with the problem, not with the rule that was broken; each <code>{}</code> is
   *     replaced by a value
   * @param values one value for each <code>{}</code>
   * @return the message
   * @throws IllegalArgumentException if there are more or fewer values than <code>{}</code>
   */
  public static String of(String text, @Nullable Object... values) {
    String[] parts = PLACE.split(text, -1);
    if (parts.length != values.length + 1) {
      throw new IllegalArgumentException(
          "not one value for each {}: values=" + values.length + ", text='" + text + "'");
    }
    StringBuilder message = new StringBuilder(parts[0]);
    for (int i = 0; i < values.length; i++) {
      appendVisible(message, String.valueOf(values[i]));
      message.append(parts[i + 1]);
    }
    return message.toString();
  }

  private static void appendVisible(StringBuilder message, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isISOControl(c)) {
        message.append(String.format("\\u%04x", (int) c));
      } else {
        message.append(c);
      }
    }
  }
}
