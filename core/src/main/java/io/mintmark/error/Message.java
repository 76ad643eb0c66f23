package io.mintmark.error;

import org.jspecify.annotations.Nullable;

/**
 * Builds the texts of errors and log lines. All have one form: what is wrong, the values that show
 * it as {@code name=value}, what follows.
 *
 * <pre>{@code
 * Message.of("the clock is behind the last id: behindMs={} > toleranceMs={}; no id issued", 42, 10)
 * }</pre>
 */
public final class Message {

  private static final String PLACE = "{}";

  private Message() {}

  /**
   * Fills values into a text, in their order. A value's control characters are shown as a
   * backslash, u and four hex digits, so that what somebody else wrote cannot begin a line of its
   * own in a log.
   *
   * @param text what is wrong first, never the rule alone; <code>{}</code> stands for a value
   * @param values as many as there are places
   * @return the message
   * @throws IllegalArgumentException if there are more or fewer values than places
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
