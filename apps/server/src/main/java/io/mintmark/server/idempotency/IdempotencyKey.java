package io.mintmark.server.idempotency;

import io.mintmark.error.Message;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client calls a request, so that it can send it again. Clients with other tokens may use
 * the same text for requests of theirs.
 *
 * @param token the name of the caller's token
 * @param text 1 to 255 printable characters of ASCII
 */
public record IdempotencyKey(String token, String text) {

  private static final Pattern TEXT = Pattern.compile("[ -~]{1,255}");

  /** A string of RFC 9651, section 3.3.3: in quotes, with a backslash before quotes within. */
  private static final Pattern QUOTED = Pattern.compile("\"((?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*)\"");

  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

  /**
   * Checks the text.
   *
   * @throws IllegalArgumentException if it is none
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
   * Reads the header {@code Idempotency-Key}: in quotes, as its draft has it, or without, as many
   * clients send it.
   *
   * @param token the name of the caller's token
   * @param value the header's value
   * @throws IllegalArgumentException if it is no key
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
