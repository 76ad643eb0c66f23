package io.mintmark.cli.ids;

import io.mintmark.inspect.IdText;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads exported ids, one on each line, in UTF-8 or UTF-16.
 *
 * <p>Quotes, brackets, trailing commas, the names of MongoDB's types and the frames of tables are
 * removed. Any other line that is not one id is counted as unread, and is never compared.
 */
public final class IdLines implements Closeable {

  /** The frame of a table, the brackets of an array, and psql's count of rows. */
  private static final Pattern FRAME =
      Pattern.compile("[-+|=\\s]{3,}|[\\[\\](){}],?|\\(\\d+ rows?\\)");

  /** A text that needs no unwrapping. */
  private static final Pattern PLAIN =
      Pattern.compile("(?!\\d{16,19}[nL]$)[0-9A-Za-z_]++(?:-[0-9A-Za-z_]++)*+");

  private static final int SHOWN = 60;

  private final InputStream in;
  private final TextLines lines;
  private String id = "";
  private long unread;
  private long firstUnread;
  private String example = "";

  /**
   * Reads a stream. Closing this object closes the stream.
   *
   * @param in the exported ids
   * @throws IOException if reading fails
   */
  public IdLines(InputStream in) throws IOException {
    this.in = in;
    this.lines = new TextLines(in);
  }

  /**
   * Moves to the next id.
   *
   * @return whether there is one
   * @throws IOException if reading fails
   * @throws IllegalArgumentException if the input is not text
   */
  public boolean next() throws IOException {
    for (String text = lines.next(); text != null; text = lines.next()) {
      if (PLAIN.matcher(text).matches()) {
        id = text;
        return true;
      }
      if (FRAME.matcher(text).matches()) {
        continue;
      }
      Optional<String> found = IdText.of(text);
      if (found.isPresent()) {
        id = found.get();
        return true;
      }
      if (unread++ == 0) {
        firstUnread = lines.line();
        example = shown(text);
      }
    }
    return false;
  }

  /** The id. */
  public String text() {
    return id;
  }

  /** The line's number, counted from 1, blank lines included. */
  public long line() {
    return lines.line();
  }

  /** Returns how many lines so far do not contain exactly one id. */
  public long unread() {
    return unread;
  }

  /** A sentence about the lines that are not one id; empty if there are none. */
  public Optional<String> fault() {
    return unread == 0
        ? Optional.empty()
        : Optional.of("lines without exactly one id were skipped: lines=" + unread + ", first="
            + firstUnread + ", text='" + example
            + "'; write one id on each line");
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Returns the start of a text of any length, for display. */
  static String shown(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }
}
