package io.mintmark.cli.ids;

import io.mintmark.error.Message;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The lines of a text without surrounding blanks. Blank lines are left out. */
final class TextLines {

  /** The longest line, in characters. Every id is much shorter. */
  static final int MAX_LINE = 4096;

  /**
   * Some programs write it at the start of a file in UTF-8. If files are joined, it also occurs
   * within the text.
   */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final char DELETE = 0x7F;
  private static final int BIG_ENDIAN = 0xFEFF;
  private static final int LITTLE_ENDIAN = 0xFFFE;

  private final Reader reader;
  private final char[] buffer = new char[1 << 16];
  private final StringBuilder text = new StringBuilder();
  private int position;
  private int limit;
  private long line;

  TextLines(InputStream in) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(in);
    this.reader = new InputStreamReader(bytes, charset(start(bytes)));
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
      int from = text.indexOf(BYTE_ORDER_MARK) == 0 ? 1 : 0;
      String found = text.substring(from).strip();
      if (!found.isEmpty()) {
        check(found);
        return found;
      }
    }
    return null;
  }

  /** Returns the number of the line, counted from 1, blank lines included. */
  long line() {
    return line;
  }

  /** Reads a line without its end. Returns false at the end of the input. */
  private boolean read() throws IOException {
    text.setLength(0);
    int next = nextCharacter();
    boolean isOver = next < 0;
    for (; next >= 0 && next != '\n'; next = nextCharacter()) {
      if (text.length() > buffer.length) {
        throw tooLong(line + 1);
      }
      text.append((char) next);
    }
    return !isOver;
  }

  /** Returns the next character, or -1 at the end of the input. */
  private int nextCharacter() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(reader.read(buffer), 0);
    }
    return position < limit ? buffer[position++] : -1;
  }

  /** Returns the first two bytes without consuming them, or -1 if there are fewer. */
  private static int start(BufferedInputStream in) throws IOException {
    in.mark(2);
    int first = in.read();
    int second = in.read();
    in.reset();
    return second < 0 ? -1 : first << 8 | second;
  }

  /** Detects UTF-16 by its byte order mark, or by the zero byte of an ASCII character. */
  private static Charset charset(int start) {
    if (start == LITTLE_ENDIAN || (start > 0 && (start & 0xFF) == 0)) {
      return StandardCharsets.UTF_16LE;
    }
    return start == BIG_ENDIAN || (start > 0 && start >>> 8 == 0)
        ? StandardCharsets.UTF_16BE
        : StandardCharsets.UTF_8;
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
            "the input is not text with an id on each line: line=%d, byte=0x%02x; unpack"
                    .formatted(line, (int) c)
                + " compressed input, and end lines with a line feed");
      }
    }
  }

  private static IllegalArgumentException tooLong(long line) {
    return new IllegalArgumentException(Message.of(
        "an id is longer than {} characters: line={}; write one id on each line", MAX_LINE, line));
  }
}
