package io.mintmark.cli.verify;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Text in UTF-16, as PowerShell and Excel write it, read as UTF-8. */
final class Utf16Input extends InputStream {

  private static final int CHARS = 1 << 14;

  private final Reader reader;
  private final char[] chars = new char[CHARS];
  private byte[] bytes = {};
  private int position;

  private Utf16Input(InputStream in, Charset charset) {
    this.reader = new InputStreamReader(in, charset);
  }

  /** The same input, as UTF-8. Its first two bytes show whether it is UTF-16. */
  static InputStream recoded(InputStream in) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
    buffered.mark(2);
    int first = buffered.read();
    int second = buffered.read();
    buffered.reset();
    if ((first == 0xFF && second == 0xFE) || (first > 0 && second == 0)) {
      return new Utf16Input(buffered, StandardCharsets.UTF_16LE);
    }
    return (first == 0xFE && second == 0xFF) || (first == 0 && second > 0)
        ? new Utf16Input(buffered, StandardCharsets.UTF_16BE)
        : buffered;
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, bytes.length - position);
    System.arraycopy(bytes, position, into, offset, count);
    position += count;
    return count;
  }

  private boolean fill() throws IOException {
    if (position == bytes.length) {
      int count = reader.read(chars, 0, CHARS - 1);
      if (count < 0) {
        return false;
      }
      if (Character.isHighSurrogate(chars[count - 1])) {
        count += Math.max(0, reader.read(chars, count, 1));
      }
      bytes = new String(chars, 0, count).getBytes(StandardCharsets.UTF_8);
      position = 0;
    }
    return true;
  }
}
