package io.mintmark.server.idempotency;

import io.mintmark.error.Message;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client's key for a request that it may send again. Clients with different tokens may use the
 * same text for different requests.
 *
 * @param token the name of the caller's token
 * @param text 1 to 255 printable characters of ASCII
 */
public record IdempotencyKey(String token, String text) {

  private static final Pattern TEXT = Pattern.compile("[ -~]{1,255}");

  /** A string of RFC 9651, section 3.3.3: in quotes, with a backslash before inner quotes. */
  private static final Pattern QUOTED = Pattern.compile("\"((?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*)\"");

  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

  /**
   * Checks the text.
   *
   * @throws IllegalArgumentException if the text is not valid
   */
  public IdempotencyKey {
    if (!TEXT.matcher(text).matches()) {
      throw new IllegalArgumentException(Message.of(
          "not 1 to 255 printable characters of ASCII: idempotencyKey={}, characters={}; nothing"
              + " was done",
          text,
          text.length()));
    }
  }

  /**
   * Parses the header {@code Idempotency-Key}: in quotes, as in its draft, or without, as many
   * clients send it.
   *
   * @param token the name of the caller's token
   * @param value the header's value
   * @throws IllegalArgumentException if the value is not a key
   */
  public static IdempotencyKey ofHeader(String token, String value) {
    if (!value.startsWith("\"")) {
      return new IdempotencyKey(token, value);
    }
    Matcher quoted = QUOTED.matcher(value);
    if (!quoted.matches()) {
      throw new IllegalArgumentException(Message.of(
          "not a text in quotes, with a backslash before quotes and backslashes within:"
              + " idempotencyKey={}; nothing was done",
          value));
    }
    return new IdempotencyKey(token, ESCAPED.matcher(quoted.group(1)).replaceAll("$1"));
  }
}
