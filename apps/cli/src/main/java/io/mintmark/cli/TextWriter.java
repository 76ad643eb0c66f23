package io.mintmark.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes text for people. An id, a note or a file name may contain characters that control a
 * terminal. Such characters are written as numbers, except line ends, tabs and, if colours are on,
 * sequences that only set a colour or bold.
 *
 * <p>A {@link java.io.PrintWriter} hides failures, so this class remembers the first failure.
 */
final class TextWriter extends Writer {

  /**
   * The first group matches colours and bold, and nothing that hides or moves text. The rest
   * matches control characters, and characters that change the reading direction.
   */
  private static final Pattern STEERS = Pattern.compile("(\u001b\\[(?:[0-4]|2[0-4]|3[0-9])?m)|"
      + System.lineSeparator()
      + "|[\\p{Cc}&&[^\n\t]]|[\\u202A-\\u202E\\u2066-\\u2069]");

  private final Writer out;
  private final boolean colour;
  private Optional<IOException> failure = Optional.empty();

  TextWriter(OutputStream out, boolean colour) {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    this.colour = colour;
  }

  /** Returns the first failure to write, if there was one. */
  Optional<IOException> failure() {
    return failure;
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    String printable = printable(new String(text, offset, length));
    attempt(() -> out.write(printable));
  }

  @Override
  public void flush() throws IOException {
    attempt(out::flush);
  }

  @Override
  public void close() throws IOException {
    attempt(out::close);
  }

  /** A step that writes. */
  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) throws IOException {
    try {
      step.run();
    } catch (IOException e) {
      failure = failure.or(() -> Optional.of(e));
      throw e;
    }
  }

  private String printable(String text) {
    return STEERS.matcher(text).replaceAll(found -> {
      String whole = found.group();
      boolean stays = found.group(1) != null ? colour : whole.equals(System.lineSeparator());
      return Matcher.quoteReplacement(
          stays ? whole : "\\u%04x".formatted((int) whole.charAt(0)) + whole.substring(1));
    });
  }
}
