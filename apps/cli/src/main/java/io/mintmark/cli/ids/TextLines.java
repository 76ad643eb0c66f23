package io.mintmark.cli.ids;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The lines of a text without surrounding blanks. Blank lines are left out. */
final class TextLines {

  /** The longest line, in characters. Every id is much shorter. */
  static final int MAX_LINE = 4096;

  /** Some programs write it before UTF-8. Joined files contain it within. */
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private static final char DELETE = 0x7F;

  private final Reader in;
  private final char[] buffer = new char[1 << 16];
  private final StringBuilder text = new StringBuilder();
  private int position;
  private int limit;
  private int start;
  private int end;
  private long line;

  TextLines(Reader in) {
    this.in = in;
  }

  /**
   * Returns the next line that is not blank, null at the end.
   *
   * @throws IllegalArgumentException if a line is longer than {@value #MAX_LINE} characters, or
   *     contains control characters
   */
  @Nullable
  String next() throws IOException {
    while (read()) {
      line++;
      start = afterMark(0);
      end = text.length();
      int from = start;
      while (from < end && isBlank(text.charAt(from))) {
        from++;
      }
      while (from < end && isBlank(text.charAt(end - 1))) {
        end--;
      }
      from = afterMark(from);
      if (from < end) {
        String found = text.substring(from, end);
        check(found);
        return found;
      }
    }
    return null;
  }

  private int afterMark(int at) {
    return at < text.length() && text.charAt(at) == BYTE_ORDER_MARK ? at + 1 : at;
  }

  /** Returns the line with its leading blanks, because a leading tab may end an empty column. */
  String row() {
    return text.substring(start, end);
  }

  /** Returns the number of the line, counted from 1, blank lines included. */
  long line() {
    return line;
  }

  /** Reads a line without its end. Returns false at the end of the input. */
  private boolean read() throws IOException {
    text.setLength(0);
    boolean begun = false;
    while (position < limit || fill()) {
      begun = true;
      int begin = position;
      while (position < limit && buffer[position] != '\n') {
        position++;
      }
      text.append(buffer, begin, position - begin);
      if (position < limit) {
        position++;
        return true;
      }
      if (text.length() > buffer.length) {
        throw tooLong(line + 1);
      }
    }
    return begun;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(in.read(buffer), 0);
    return limit > 0;
  }

  /**
   * Refuses binary input. If the bytes of a packed file were taken for ids, they would hardly ever
   * repeat.
   */
  private void check(String found) {
    if (found.length() > MAX_LINE) {
      throw tooLong(line);
    }
    for (int i = 0; i < found.length(); i++) {
      char c = found.charAt(i);
      if ((c < ' ' && c != '\t') || c == DELETE) {
        throw new IllegalArgumentException(
            "the input is no text with an id on each line: line=%d, byte=0x%02x; unpack what is"
                    .formatted(line, (int) c)
                + " compressed (gzip is unpacked by itself), and end lines by a line feed");
      }
    }
  }

  private static IllegalArgumentException tooLong(long line) {
    return new IllegalArgumentException(Message.of(
        "an id is longer than {} characters: line={}; give one id a line", MAX_LINE, line));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }
}
