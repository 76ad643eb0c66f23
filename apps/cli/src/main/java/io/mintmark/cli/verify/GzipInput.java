package io.mintmark.cli.verify;

import io.mintmark.error.Message;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Input that gzip may have packed, all members of it (RFC 1952).
 *
 * <p>The JDK's GZIPInputStream takes anything behind a member that is no member for the end of the
 * input, and a pipe that is empty at the moment too. Here both would hide ids, so every byte is
 * either of a member or an error.
 */
final class GzipInput extends InputStream {

  private static final int BUFFER = 1 << 16;
  private static final int FIRST = 0x1F;
  private static final int SECOND = 0x8B;
  private static final int DEFLATE = 8;
  private static final int FIXED = 6;

  private final PushbackInputStream in;
  private final byte[] packed = new byte[BUFFER];
  private final CRC32 crc = new CRC32();
  private final Inflater inflater = new Inflater(true);
  private int filled;
  private boolean within;

  private GzipInput(InputStream in) {
    this.in = new PushbackInputStream(in, BUFFER);
  }

  /** The input unpacked if it is packed; else as it is. */
  static InputStream unpacked(InputStream in) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    buffered.mark(2);
    boolean packed = buffered.read() == FIRST && buffered.read() == SECOND;
    buffered.reset();
    return packed ? new GzipInput(buffered) : buffered;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      while (within || header()) {
        int count = inflater.inflate(bytes, offset, length);
        if (count > 0) {
          crc.update(bytes, offset, count);
          return count;
        }
        if (inflater.finished()) {
          trailer();
        } else if (inflater.needsDictionary()) {
          throw damaged("it needs a dictionary");
        } else {
          filled = in.read(packed);
          if (filled < 0) {
            throw cutOff();
          }
          inflater.setInput(packed, 0, filled);
        }
      }
      return -1;
    } catch (EOFException e) {
      throw new IOException("the input is packed by gzip, and is cut off; copy it again", e);
    } catch (DataFormatException e) {
      throw new IOException(
          Message.of("the input is packed by gzip, and is damaged: cause={}", e.getMessage()), e);
    }
  }

  /** Reads the next member's header; false at the end of the input. */
  private boolean header() throws IOException, DataFormatException {
    int first = in.read();
    if (first < 0) {
      return false;
    }
    if (first != FIRST || in.read() != SECOND) {
      throw damaged("what follows a part is not packed");
    }
    if (need() != DEFLATE) {
      throw damaged("unknown compression method");
    }
    int flags = need();
    skip(FIXED);
    if ((flags & 4) != 0) {
      skip(need() | need() << 8);
    }
    for (int text = 8; text <= 16; text *= 2) {
      // The file's name, then a comment; both end with a zero.
      int left = (flags & text) == 0 ? 0 : need();
      while (left != 0) {
        left = need();
      }
    }
    skip((flags & 2) != 0 ? 2 : 0);
    within = true;
    return true;
  }

  /** Gives back what was read past the member's end, and compares its sum and its length. */
  private void trailer() throws IOException, DataFormatException {
    int rest = inflater.getRemaining();
    in.unread(packed, filled - rest, rest);
    long sum = word();
    long length = word();
    if (sum != crc.getValue() || length != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
      throw damaged("wrong checksum or length");
    }
    inflater.reset();
    crc.reset();
    within = false;
  }

  private long word() throws IOException {
    return need() | need() << 8 | need() << 16 | (long) need() << 24;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      int unused = need();
    }
  }

  private int need() throws IOException {
    int read = in.read();
    if (read < 0) {
      throw cutOff();
    }
    return read;
  }

  private static EOFException cutOff() {
    return new EOFException("the end of the input is missing");
  }

  private static DataFormatException damaged(String reason) {
    return new DataFormatException(reason);
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
