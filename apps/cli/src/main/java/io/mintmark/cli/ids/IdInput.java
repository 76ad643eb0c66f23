package io.mintmark.cli.ids;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Opens a text in UTF-8 or UTF-16 that may be compressed with gzip. A gzip file is a series of
 * compressed members. The JDK's GZIPInputStream is not used, because it silently stops if the bytes
 * after a member do not begin another member. Ids after such bytes would be lost.
 */
final class IdInput {

  private static final int GZIP = 0x1F8B;
  private static final int BIG_ENDIAN = 0xFEFF;
  private static final int LITTLE_ENDIAN = 0xFFFE;

  private IdInput() {}

  static Reader open(InputStream in) throws IOException {
    BufferedInputStream text = new BufferedInputStream(in);
    if (start(text) == GZIP) {
      text = new BufferedInputStream(GzipCompressorInputStream.builder()
          .setInputStream(text)
          .setDecompressConcatenated(true)
          .get());
    }
    return new InputStreamReader(text, charset(start(text)));
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
}
