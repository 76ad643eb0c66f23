package io.mintmark.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes ids as they are made, one per line or as one JSON object, until the reader closes the
 * output.
 */
final class IdWriter {

  private static final int BUFFER = 1 << 16;

  private final Writer out;
  private final String begin;
  private final String separator;
  private final String end;
  private boolean begun;

  IdWriter(OutputStream out, boolean json) {
    this.out =
        new OutputStreamWriter(new BufferedOutputStream(out, BUFFER), StandardCharsets.ISO_8859_1);
    this.begin = json ? "{\"ids\":[\"" : "";
    this.separator = json ? "\",\"" : "\n";
    this.end = json ? "\"]}\n" : "\n";
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
        out.write(id);
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
}
