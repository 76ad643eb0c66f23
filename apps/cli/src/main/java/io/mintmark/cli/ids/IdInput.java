package io.mintmark.cli.ids;

import io.mintmark.error.Message;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Opens a text in UTF-8 or UTF-16 that gzip may have packed. The JDK's GZIPInputStream takes
 * anything behind a member that is no member for the end of the input, which would hide ids.
 */
final class IdInput {

  private static final int GZIP = 0x1F8B;
  private static final int BIG_ENDIAN = 0xFEFF;
  private static final int LITTLE_ENDIAN = 0xFFFE;

  private IdInput() {}

  static Reader open(InputStream in) throws IOException {
    BufferedInputStream text = new BufferedInputStream(in);
    if (start(text) == GZIP) {
      text = new BufferedInputStream(new Unpacked(text));
    }
    return new InputStreamReader(text, charset(start(text)));
  }

  /** Returns the first two bytes without reading them away, -1 if there are fewer. */
  private static int start(BufferedInputStream in) throws IOException {
    in.mark(2);
    int first = in.read();
    int second = in.read();
    in.reset();
    return second < 0 ? -1 : first << 8 | second;
  }

  /** UTF-16 shows by its byte order mark, or by the zero beside an ASCII character. */
  private static Charset charset(int start) {
    if (start == LITTLE_ENDIAN || (start > 0 && (start & 0xFF) == 0)) {
      return StandardCharsets.UTF_16LE;
    }
    return start == BIG_ENDIAN || (start > 0 && start >>> 8 == 0)
        ? StandardCharsets.UTF_16BE
        : StandardCharsets.UTF_8;
  }

  /** All members of a gzip file. Its errors say what a person can do. */
  private static final class Unpacked extends FilterInputStream {

    Unpacked(InputStream in) throws IOException {
      super(members(in));
    }

    private static InputStream members(InputStream in) throws IOException {
      try {
        return GzipCompressorInputStream.builder()
            .setInputStream(in)
            .setDecompressConcatenated(true)
            .get();
      } catch (IOException e) {
        throw refused(e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException e) {
        throw refused(e);
      }
    }

    private static IOException refused(IOException e) {
      return new IOException(
          e instanceof EOFException
              ? "the input is packed by gzip, and is cut off; copy it again"
              : Message.of("the input is packed by gzip, and is damaged: cause={}", e.getMessage()),
          e);
    }
  }
}
