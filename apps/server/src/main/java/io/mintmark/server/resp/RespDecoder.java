package io.mintmark.server.resp;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes commands, which clients send as arrays of bulk strings. If the received bytes end within
 * a string of a command, the command is read again from its start when this string has arrived. The
 * bounds on commands keep this cheap.
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

  /**
   * How many numbers may be drawn at once: few enough that the event loop is not held up, and that
   * the replies are small.
   */
  private static final int MAX_REPEATS = 128;

  private static final int MAX_DIGITS = 7;

  /** An array up to this size is kept between two reads. */
  private static final int KEPT_BYTES = 1024;

  private static final int INCOMPLETE = -1;
  private static final int LOWER_CASE = 0x20;
  private static final byte[] NOTHING = {};
  private static final byte[] INLINE_PING = "PING".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = NOTHING;
  private int at;
  private int end;

  /** The least number of bytes with which reading the incomplete command again makes progress. */
  private int atLeast;

  /** The number of commands that were read. */
  private long count;

  /** Bytes that are not a command. */
  @SuppressWarnings("serial") // It never leaves the connection.
  static final class MalformedException extends RuntimeException {
    MalformedException(String message) {
      super(message, null, false, false);
    }
  }

  /** Appends received bytes. */
  void append(Buffer more) {
    int kept = undecoded();
    if (more.length() > bytes.length - end) {
      byte[] room = kept + more.length() <= bytes.length
          ? bytes
          : new byte[Math.max(2 * kept, kept + more.length())];
      System.arraycopy(bytes, at, room, 0, kept);
      bytes = room;
      at = 0;
      end = kept;
    }
    var unused = more.getBytes(bytes, end);
    end += more.length();
  }

  /** How many bytes are not decoded yet. */
  int undecoded() {
    return end - at;
  }

  /** Forgets all bytes. */
  void clear() {
    bytes = NOTHING;
    at = 0;
    end = 0;
  }

  /**
   * Decodes the next command.
   *
   * @return the command; null if it has not arrived completely
   * @throws MalformedException if the bytes are not a command
   */
  @Nullable
  RespCall next() {
    while (undecoded() > 0 && undecoded() >= atLeast) {
      int start = at;
      atLeast = 0;
      @Nullable List<byte[]> words = isInline(bytes[at]) ? inline() : words();
      if (words == null) {
        at = start;
        return null;
      }
      if (!words.isEmpty()) {
        RespCall call = RespCall.of(words, count + 1);
        int times = call.isIncrement() ? repeats(words) : 1;
        count += times;
        return call.sent(times);
      }
    }
    if (undecoded() == 0 && bytes.length > KEPT_BYTES) {
      clear();
    }
    return null;
  }

  /**
   * Reads the commands that repeat one, and returns how often it was sent in a row. Clients
   * pipeline the INCR of their threads, and the server draws the numbers for all of them at once.
   */
  private int repeats(List<byte[]> words) {
    int times = 1;
    int start = at;
    try {
      while (times < MAX_REPEATS && undecoded() > 0 && isSame(words, words())) {
        times++;
        start = at;
      }
    } catch (MalformedException e) {
      // It is reported after the replies to these commands.
    }
    at = start;
    atLeast = 0;
    return times;
  }

  /** Compares two commands of two words. */
  private static boolean isSame(List<byte[]> words, @Nullable List<byte[]> next) {
    return next != null
        && next.size() == 2
        && Arrays.equals(words.get(1), next.get(1))
        && Arrays.equals(words.get(0), next.get(0));
  }

  private static boolean isInline(byte first) {
    return first == 'P' || first == 'p' || first == '\r' || first == '\n';
  }

  /** Reads {@code PING\r\n}, or an empty line, which {@code redis-cli --pipe} sends. */
  private @Nullable List<byte[]> inline() {
    boolean empty = bytes[at] == '\r' || bytes[at] == '\n';
    for (int i = 0; i < INLINE_PING.length && !empty; i++) {
      if (undecoded() == 0) {
        return null;
      }
      if ((bytes[at++] & ~LOWER_CASE) != INLINE_PING[i]) {
        throw new MalformedException("the only inline command is PING");
      }
    }
    if (undecoded() > 0 && bytes[at] == '\r') {
      at++;
    }
    if (undecoded() == 0) {
      return null;
    }
    if (bytes[at++] != '\n') {
      throw new MalformedException("the only inline command is PING, without an argument");
    }
    return empty ? List.of() : List.of(INLINE_PING);
  }

  private @Nullable List<byte[]> words() {
    int start = at;
    int words = number('*', MAX_WORDS);
    if (words == INCOMPLETE) {
      return null;
    }
    List<byte[]> all = new ArrayList<>(words);
    for (int i = 0; i < words; i++) {
      int length = number('$', MAX_COMMAND_BYTES);
      if (length == INCOMPLETE) {
        return null;
      }
      int last = at - start + length + 2;
      if (last > MAX_COMMAND_BYTES) {
        throw new MalformedException("a command has at most " + MAX_COMMAND_BYTES + " bytes");
      }
      if (undecoded() < length + 2) {
        atLeast = last;
        return null;
      }
      byte[] word = new byte[length];
      System.arraycopy(bytes, at, word, 0, length);
      at += length;
      expectEnd();
      all.add(word);
    }
    return all;
  }

  /** Reads {@code *3\r\n} or {@code $5\r\n}. */
  private int number(char mark, int most) {
    if (undecoded() == 0) {
      return INCOMPLETE;
    }
    byte first = bytes[at++];
    if (first != mark) {
      throw new MalformedException("expected '" + mark + "', got byte " + (first & 0xFF));
    }
    int number = 0;
    for (int digits = 0; undecoded() > 0; digits++) {
      byte next = bytes[at++];
      if (next == '\r' && digits > 0) {
        if (undecoded() == 0) {
          return INCOMPLETE;
        }
        at--;
        expectEnd();
        if (number > most) {
          throw new MalformedException("a length after '" + mark + "' is at most " + most);
        }
        return number;
      }
      if (next < '0' || next > '9' || digits == MAX_DIGITS) {
        throw new MalformedException("expected a length of up to 7 digits after '" + mark + "'");
      }
      number = number * 10 + next - '0';
    }
    return INCOMPLETE;
  }

  private void expectEnd() {
    if (bytes[at++] != '\r' || bytes[at++] != '\n') {
      throw new MalformedException("expected the end of a line");
    }
  }
}
