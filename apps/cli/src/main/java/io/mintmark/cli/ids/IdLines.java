package io.mintmark.cli.ids;

import io.mintmark.inspect.IdText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads exported ids, one on each line, in UTF-8 or UTF-16, packed by gzip or not.
 *
 * <p>Quotes, brackets, commas at the end, the names of MongoDB's types and the frames of tables are
 * taken off. Any other line that is not one id is counted as unread, and is never compared.
 */
public final class IdLines {

  /** The frame of a table, the brackets of an array, and psql's count of rows. */
  private static final Pattern FRAME =
      Pattern.compile("[-+|=\\s]{3,}|[\\[\\](){}],?|\\(\\d+ rows?\\)");

  private static final int SHOWN = 60;

  private final TextLines lines;
  private final @Nullable String column;
  private int index = -1;
  private char separator;
  private String id = "";
  private long unread;
  private long firstUnread;
  private String example = "";

  /**
   * Reads a stream, which stays its owner's to close.
   *
   * @param in the exported ids
   * @param column the name or the number of the column with the ids; null if lines have one value
   */
  public IdLines(InputStream in, @Nullable String column) throws IOException {
    this.lines = new TextLines(IdInput.open(in));
    this.column = column;
  }

  /**
   * Goes to the next id.
   *
   * @return whether there is one
   * @throws IOException if reading fails
   * @throws IllegalArgumentException if the input is not text, or has no such column
   */
  public boolean next() throws IOException {
    for (String text = lines.next(); text != null; text = lines.next()) {
      if (column == null && isPlain(text)) {
        id = text;
        return true;
      }
      if (FRAME.matcher(text).matches() || (column != null && index < 0 && isHead(text, column))) {
        continue;
      }
      Optional<String> found = value(text).flatMap(IdText::of);
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

  /** Whether the text is an id as it is: letters, digits and a few marks within. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = (c >= '0' && c <= '9')
          || (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || c == '_'
          || (c == '-' && i > 0 && text.charAt(i - 1) != '-');
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  /** Finds the column by the first line; returns whether that line has the columns' names. */
  private boolean isHead(String first, String wanted) {
    separator = '\t';
    for (char each : new char[] {'|', ',', ';'}) {
      separator = first.indexOf(separator) < 0 ? each : separator;
    }
    List<String> names = split(first);
    boolean numbered = wanted.matches("[1-9][0-9]{0,3}");
    index = numbered ? Integer.parseInt(wanted) - 1 : names.indexOf(wanted);
    if (index < 0 || index >= names.size()) {
      throw new IllegalArgumentException(
          "the first line has no such column: --column=" + wanted + ", columns=" + names);
    }
    return !numbered;
  }

  private Optional<String> value(String text) {
    if (column == null) {
      return Optional.of(text);
    }
    List<String> values = split(text);
    return index < values.size() ? Optional.of(values.get(index)) : Optional.empty();
  }

  /** The values of a line, without their quotes. A separator between quotes separates nothing. */
  private List<String> split(String text) {
    List<String> values = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    for (int i = separator == '|' && text.startsWith("|") ? 1 : 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        values.add(value.toString().strip());
        value.setLength(0);
      } else {
        value.append(c);
      }
    }
    values.add(value.toString().strip());
    return values;
  }

  /** The id. */
  public String text() {
    return id;
  }

  /** The line's number, counted from 1, blank lines too. */
  public long line() {
    return lines.line();
  }

  /** The number of lines so far that are not one id. */
  public long unread() {
    return unread;
  }

  /** A sentence on the lines that are not one id; empty if there is none. */
  public Optional<String> fault() {
    return unread == 0
        ? Optional.empty()
        : Optional.of("lines that are not one id were left out: lines=" + unread + ", first="
            + firstUnread + ", text='" + example
            + "'; give one id on each line, or name the column by --column");
  }

  /** The beginning of a text of any length. */
  static String shown(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }
}
