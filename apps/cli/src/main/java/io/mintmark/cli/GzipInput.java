package io.mintmark.cli;

import io.mintmark.error.Message;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Input that gzip may have packed. */
final class GzipInput {

  private static final int BUFFER = 1 << 16;
  private static final int FIRST = 0x1F;
  private static final int SECOND = 0x8B;

  private GzipInput() {}

  /** The input unpacked if it is packed, all members of it; else as it is. */
  static InputStream unpacked(InputStream in) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    buffered.mark(2);
    boolean packed = buffered.read() == FIRST && buffered.read() == SECOND;
    buffered.reset();
    return packed ? new Packed(new Awaited(buffered)) : buffered;
  }

  /** Packed input, whose faults are said in words. */
  private static final class Packed extends InputStream {

    private final InputStream in;
    private @Nullable InputStream unpacked;

    Packed(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        InputStream now = unpacked;
        if (now == null) {
          now = new GZIPInputStream(in, BUFFER);
          unpacked = now;
        }
        return now.read(bytes, offset, length);
      } catch (EOFException e) {
        throw new IOException("the input is packed by gzip, and is cut off; copy it again", e);
      } catch (ZipException e) {
        throw new IOException(
            Message.of("the input is packed by gzip, and is damaged: cause={}", e.getMessage()), e);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /**
   * Input of which more may always come. The JDK takes a pipe with nothing in it at the moment for
   * the end, and would leave out all members that follow.
   */
  private static final class Awaited extends FilterInputStream {

    Awaited(InputStream in) {
      super(in);
    }

    @Override
    public int available() {
      return 1;
    }
  }
}
