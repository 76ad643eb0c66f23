package io.mintmark.error;

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

  private static final String PLACE = "{}";

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
    StringBuilder message = new StringBuilder(text.length() + 16 * values.length);
    int from = 0;
    for (Object value : values) {
      int place = text.indexOf(PLACE, from);
      if (place < 0) {
        throw new IllegalArgumentException(
            "more values than places: values=" + values.length + ", text='" + text + "'");
      }
      message.append(text, from, place);
      appendVisible(message, String.valueOf(value));
      from = place + PLACE.length();
    }
    if (text.indexOf(PLACE, from) >= 0) {
      throw new IllegalArgumentException(
          "fewer values than places: values=" + values.length + ", text='" + text + "'");
    }
    return message.append(text, from, text.length()).toString();
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
