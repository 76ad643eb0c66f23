package io.mintmark.server.resp;

import io.mintmark.error.Message;

/**
 * The ways of returning a number above 2^53 - 1. The Redis protocol has integers of 64 bits. But a
 * client that stores them as doubles, as every client in JavaScript does, would silently round
 * them, often to the same number for different ids.
 *
 * <p>The server cannot detect such clients. So in database 0 such a number is an error, unless the
 * configuration states that all clients there read 64 bits. A client that wants all digits as text
 * selects database 1, which every client can set in its URL.
 */
public enum LargeNumbers {
  /** As an error. The number is then never returned. */
  REFUSE,
  /** As an integer, for clients that read 64 bits. */
  INTEGER,
  /** As a text. Smaller numbers are texts too, so that clients always get one type. */
  TEXT;

  /**
   * 2^53 - 1, the last integer that a double stores exactly and to which no other integer is
   * rounded.
   */
  private static final long LAST_SAFE = (1L << 53) - 1;

  /** Returns the reply for a number that was drawn. */
  Object reply(String name, long number) {
    if (this == TEXT) {
      return Long.toString(number);
    }
    return this == INTEGER || number <= LAST_SAFE
        ? number
        : RespReply.error(Message.of(
            "the number is above 2^53, which a client in JavaScript would round: name={},"
                + " number={}; it is burned; use database 1 (SELECT 1) or MINT.NEXT to get texts;"
                + " if all clients read 64 bits, set resp-large-numbers: integer in the server's"
                + " configuration",
            name,
            number));
  }
}
