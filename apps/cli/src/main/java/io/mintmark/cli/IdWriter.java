package io.mintmark.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes ids as they are made, one per line or as one JSON object, until the reader closes the
 * output.
 */
final class IdWriter {

  private static final int BUFFER = 1 << 16;

  private final OutputStream out;
  private final byte[] begin;
  private final byte[] separator;
  private final byte[] end;
  private boolean begun;

  IdWriter(OutputStream out, boolean json) {
    this.out = new BufferedOutputStream(out, BUFFER);
    this.begin = ascii(json ? "{\"ids\":[\"" : "");
    this.separator = ascii(json ? "\",\"" : "\n");
    this.end = ascii(json ? "\"]}\n" : "\n");
  }

  /**
   * Writes some ids, and the end after the last id.
   *
   * @return false if the reader of a pipe has closed it
   * @throws IOException if writing fails for another reason
   */
  boolean write(List<String> ids, boolean last) throws IOException {
    try {
      for (String id : ids) {
        out.write(begun ? separator : begin);
        begun = true;
        out.write(ascii(id));
      }
      if (last) {
        out.write(end);
      }
      out.flush();
      return true;
    } catch (IOException e) {
      if (!Terminal.isReaderGone(e)) {
        throw Terminal.notWritten(e);
      }
      return false;
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
