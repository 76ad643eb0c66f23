package io.mintmark.cli;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

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
    return packed ? new GZIPInputStream(new Awaited(buffered), BUFFER) : buffered;
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
