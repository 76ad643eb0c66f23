package io.mintmark.cli.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.Message;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a stream as bytes, without blanks around them; blank lines are left out. */
final class TextLines {

  /** The longest line, in bytes: no id comes near it. */
  static final int MAX_LINE = 4096;

  /** What some programs put before UTF-8; files that were joined have it within. */
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final byte DELETE = 0x7F;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private int from;
  private int to;
  private long line;

  /**
   * Reads a stream, which stays its owner's to close.
   *
   * @param in UTF-8
   */
  TextLines(InputStream in) {
    this.in = in;
  }

  /**
   * Goes to the next line that is not blank.
   *
   * @return whether there is one
   * @throws IOException if reading fails
   * @throws IllegalArgumentException if a line is longer than {@value #MAX_LINE} bytes, or is not
   *     text
   */
  boolean next() throws IOException {
    while (readLine()) {
      line++;
      while (from < to && isBlank(buffer[from])) {
        from++;
      }
      while (from < to && isBlank(buffer[to - 1])) {
        to--;
      }
      if (to - from >= MARK.length && startsWithMark()) {
        from += MARK.length;
      }
      if (to - from > MAX_LINE) {
        throw tooLong(line);
      }
      if (from < to) {
        refuseControls();
        return true;
      }
    }
    return false;
  }

  private boolean startsWithMark() {
    return Arrays.equals(buffer, from, from + MARK.length, MARK, 0, MARK.length);
  }

  /** Taken for ids, what is packed or in UTF-16 would hardly ever repeat. */
  private void refuseControls() {
    for (int i = from; i < to; i++) {
      byte b = buffer[i];
      if ((b >= 0 && b < ' ' && b != '\t') || b == DELETE) {
        throw new IllegalArgumentException(
            "the input is no text with an id on each line: line=%d, byte=0x%02x; unpack what is"
                    .formatted(line, b)
                + " compressed (gzip is unpacked by itself), and end lines"
                + " by a line feed");
      }
    }
  }

  /** What {@link #from} and {@link #to} are indexes of; valid until the next call of next. */
  byte[] bytes() {
    return buffer;
  }

  int from() {
    return from;
  }

  /** The line's end, exclusive. */
  int to() {
    return to;
  }

  /** The line as text. */
  String text() {
    return new String(buffer, from, to - from, UTF_8);
  }

  /** The line's number, counted from 1, blank lines too. */
  long line() {
    return line;
  }

  private boolean readLine() throws IOException {
    for (int scan = position; ; scan++) {
      if (scan == limit) {
        scan -= position;
        if (!refill()) {
          from = position;
          to = limit;
          position = limit;
          return from < to;
        }
      }
      if (buffer[scan] == '\n') {
        from = position;
        to = scan;
        position = scan + 1;
        return true;
      }
    }
  }

  /** Moves what is begun of a line to the buffer's start and reads on behind it. */
  private boolean refill() throws IOException {
    int kept = limit - position;
    if (kept == buffer.length) {
      throw tooLong(line + 1);
    }
    System.arraycopy(buffer, position, buffer, 0, kept);
    position = 0;
    limit = kept;
    int read = in.read(buffer, kept, buffer.length - kept);
    if (read == 0) {
      throw new EOFException("a read of 1 byte or more gave none");
    }
    limit += Math.max(read, 0);
    return read > 0;
  }

  private static IllegalArgumentException tooLong(long line) {
    return new IllegalArgumentException(
        Message.of("an id is longer than {} bytes: line={}; give one id a line", MAX_LINE, line));
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }
}
