package io.mintmark.cli.ids;

import io.mintmark.inspect.IdText;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
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

  /** Letters, and printable ASCII without the characters that separate or enclose values. */
  private static final Pattern ID = Pattern.compile(
      "(?=.*[\\p{L}0-9])(?:[\\x21-\\x7E&&[^,;|\"'`(){}\\[\\]<>\\\\]]|\\p{L})+(?<!:)");

  /**
   * A whole number that a program has written for people or for itself: with a sign, a fraction of
   * zeros, an exponent, groups of three digits, or the suffix of a literal. Compared as text, it
   * would differ from the same number in digits alone. A short text such as {@code #1041} does not
   * match, because it may be a key whose format is not known here.
   */
  private static final Pattern OTHER_NUMBER = Pattern.compile("\\+\\d+|-?\\d+\\.0+"
      + "|#\\d{16,19}|\\d{16,19}[nL]|\\d{1,3}(?:[.'_]\\d{3}){3,}|-?\\d\\.\\d+[eE][+-]?\\d+");

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
      List<String> layers = IdText.layers(text);
      String inner = layers.get(layers.size() - 1);
      if (ID.matcher(inner).matches() && !OTHER_NUMBER.matcher(inner).matches()) {
        id = inner;
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
