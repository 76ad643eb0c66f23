package io.mintmark.server.resp;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes commands, which clients send as arrays of bulk strings. If the received bytes end within
 * a command, the command is read again from its start when more bytes have arrived. The bounds on
 * commands keep this cheap.
 *
 * <p>Netty's own codec reads the whole protocol, makes a message of each part of a command, and
 * accepts strings of 512 MB. This decoder reads only the half that a server needs, within its own
 * bounds. The only inline command is PING, which redis-benchmark and load balancers send. With
 * other inline commands, a web page could make a browser post commands to this port.
 */
final class RespDecoder {

  /** The largest command. A connection keeps at most this, and the bytes of one read. */
  static final int MAX_COMMAND_BYTES = 64 * 1024;

  private static final int MAX_WORDS = 256;

  private static final int MAX_DIGITS = 7;

  private static final int INCOMPLETE = -1;

  /** PING, or an empty line, which {@code redis-cli --pipe} sends. */
  private static final Pattern INLINE = Pattern.compile("((?i)PING)?\r?\n");

  private static final int LONGEST_INLINE = "PING\r\n".length();
  private static final String INLINE_STARTS = "Pp\r\n";

  private static final String NO_LINE_END = "expected the end of a line";
  private static final byte[] NOTHING = {};

  private byte[] bytes = NOTHING;
  private int at;

  /** How many bytes are not decoded yet. */
  int undecoded;

  /** The number of commands that were read. */
  private long count;

  /** Appends received bytes. */
  void append(Buffer more) {
    byte[] all = new byte[undecoded + more.length()];
    System.arraycopy(bytes, at, all, 0, undecoded);
    var unused = more.getBytes(all, undecoded);
    bytes = all;
    at = 0;
    undecoded = all.length;
  }

  /** Forgets all bytes. */
  void clear() {
    bytes = NOTHING;
    at = 0;
    undecoded = 0;
  }

  /**
   * Decodes the next command.
   *
   * @return the command; null if it has not arrived completely
   * @throws IllegalArgumentException if the bytes are not a command; nothing is decoded
   */
  @Nullable
  RespCall next() {
    while (undecoded > 0) {
      int start = at;
      @Nullable List<byte[]> words = null;
      try {
        words = INLINE_STARTS.indexOf(bytes[at]) < 0 ? words(start) : inline();
      } finally {
        at = words == null ? start : at;
        undecoded = bytes.length - at;
      }
      if (words == null) {
        return null;
      }
      if (undecoded == 0) {
        clear(); // An idle connection needs no memory.
      }
      if (!words.isEmpty()) {
        count++;
        return new RespCall(words, count);
      }
    }
    return null;
  }

  private @Nullable List<byte[]> inline() {
    int length = Math.min(undecoded, LONGEST_INLINE);
    Matcher line = INLINE.matcher(new String(bytes, at, length, StandardCharsets.ISO_8859_1));
    if (line.lookingAt()) {
      at += line.end();
      return Stream.ofNullable(line.group(1))
          .map(word -> word.getBytes(StandardCharsets.US_ASCII))
          .toList();
    }
    if (line.hitEnd() && length < LONGEST_INLINE) {
      return null;
    }
    throw new IllegalArgumentException("the only inline command is PING, without an argument");
  }

  private @Nullable List<byte[]> words(int start) {
    int words = length('*', MAX_WORDS);
    if (words == INCOMPLETE) {
      return null;
    }
    List<byte[]> all = new ArrayList<>(words);
    while (all.size() < words) {
      int length = length('$', MAX_COMMAND_BYTES);
      int end = at + length;
      if (end + 2 - start > MAX_COMMAND_BYTES) {
        throw new IllegalArgumentException("a command has at most " + MAX_COMMAND_BYTES + " bytes");
      }
      if (length == INCOMPLETE || end + 2 > bytes.length) {
        return null;
      }
      if (bytes[end] != '\r' || bytes[end + 1] != '\n') {
        throw new IllegalArgumentException(NO_LINE_END);
      }
      all.add(Arrays.copyOfRange(bytes, at, end));
      at = end + 2;
    }
    return all;
  }

  /** Reads {@code *3\r\n} or {@code $5\r\n}. */
  private int length(char mark, int most) {
    int number = 0;
    for (int i = at; i < bytes.length; i++) {
      byte next = bytes[i];
      if (i == at) {
        if (next != mark) {
          throw new IllegalArgumentException("expected '" + mark + "', got byte " + (next & 0xFF));
        }
      } else if (next == '\r' && i > at + 1) {
        if (number > most) {
          throw new IllegalArgumentException("a length after '" + mark + "' is at most " + most);
        }
        if (i + 1 == bytes.length) {
          return INCOMPLETE;
        }
        if (bytes[i + 1] != '\n') {
          throw new IllegalArgumentException(NO_LINE_END);
        }
        at = i + 2;
        return number;
      } else if (next < '0' || next > '9' || i > at + MAX_DIGITS) {
        throw new IllegalArgumentException(
            "expected a length of up to 7 digits after '" + mark + "'");
      } else {
        number = number * 10 + next - '0';
      }
    }
    return INCOMPLETE;
  }
}
