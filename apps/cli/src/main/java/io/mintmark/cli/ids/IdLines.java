package io.mintmark.cli.ids;

import io.mintmark.inspect.IdText;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads exported ids, one on each line, in UTF-8 or UTF-16. The input may be compressed with gzip.
 * A row of several columns may contain line ends within quotes if commas or semicolons separate its
 * values.
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

  /** The longest row of several lines, in characters. */
  private static final int MAX_ROW = 1 << 16;

  private final InputStream in;
  private final TextLines lines;
  private final @Nullable String column;
  private final Predicate<String> known;
  private List<String> names = List.of();
  private boolean named;
  private int index = -1;
  private char separator;
  private boolean framed;
  private boolean open;
  private String id = "";
  private long unread;
  private long firstUnread;
  private String example = "";

  /**
   * Reads a stream. Closing this object closes the stream.
   *
   * @param in the exported ids
   * @param column the name or the number of the column with the ids; null if lines have one value
   * @param known whether a text has the form of a configured key or prefix; it is read as it is
   */
  public IdLines(InputStream in, @Nullable String column, Predicate<String> known) {
    this.in = in;
    this.lines = new TextLines(in);
    this.column = column;
    this.known = known;
  }

  /**
   * Moves to the next id.
   *
   * @return whether there is one
   * @throws IOException if reading fails
   * @throws IllegalArgumentException if the input is not text, or lacks the column
   */
  public boolean next() throws IOException {
    for (String text = lines.next(); text != null; text = lines.next()) {
      if (column == null && PLAIN.matcher(text).matches()) {
        id = text;
        return true;
      }
      long begun = lines.line();
      String row = column == null ? text : lines.row();
      if (FRAME.matcher(text).matches() || (column != null && isHead(row, column))) {
        continue;
      }
      Optional<String> found = value(row).flatMap(cell -> IdText.of(cell, known));
      if (found.isPresent()) {
        id = found.get();
        return true;
      }
      if (unread++ == 0) {
        firstUnread = begun;
        example = shown(row.strip());
      }
    }
    return false;
  }

  /**
   * Returns whether a row contains the columns' names: the first row, and the first rows of further
   * exports in the same input, whose columns may be in another order. Finds the column in it.
   */
  private boolean isHead(String row, String wanted) {
    if (index < 0) {
      findColumn(row, wanted);
      return named;
    }
    if (!named || !row.contains(wanted)) {
      return false;
    }
    List<String> values = split(row);
    boolean again = values.size() == names.size() && values.containsAll(names);
    index = again ? values.indexOf(wanted) : index;
    return again;
  }

  private void findColumn(String first, String wanted) {
    separator = '\t';
    for (char each : new char[] {'|', ',', ';'}) {
      separator = first.indexOf(separator) < 0 ? each : separator;
    }
    framed = separator == '|' && first.strip().startsWith("|");
    names = split(first);
    boolean numbered = wanted.matches("[1-9][0-9]{0,3}");
    named = !numbered;
    index = numbered ? Integer.parseInt(wanted) - 1 : names.indexOf(wanted);
    if (index < 0 || index >= names.size()) {
      throw new IllegalArgumentException(
          "the first line has no such column: --column=" + wanted + ", columns=" + names);
    }
    if (named && names.lastIndexOf(wanted) != index) {
      throw new IllegalArgumentException("several columns have this name; give the column's number:"
          + " --column=" + wanted + ", columns=" + names);
    }
  }

  private Optional<String> value(String first) throws IOException {
    if (column == null) {
      return Optional.of(first);
    }
    String text = first;
    List<String> values = split(text);
    boolean mayGoOn = separator == ',' || separator == ';';
    while (open && mayGoOn && text.length() < MAX_ROW && lines.next() != null) {
      text = text + "\n" + lines.row();
      values = split(text);
    }
    // A row with another number of values was not exported in this form, so its columns are
    // shifted.
    return values.size() == names.size() ? Optional.of(values.get(index)) : Optional.empty();
  }

  /**
   * Returns the values of a row, without their quotes; none if the quotes are not valid. A
   * separator between quotes is part of the value. So is a quote within a value that did not begin
   * with a quote.
   */
  private List<String> split(String text) {
    List<String> values = new ArrayList<>();
    open = false;
    for (int at = framed ? text.indexOf('|') + 1 : 0; at >= 0; ) {
      int end = text.indexOf(separator, at);
      String value = (end < 0 ? text.substring(at) : text.substring(at, end)).strip();
      if (value.startsWith("\"")) {
        int quote = text.indexOf('"', at);
        int closing = closing(text, quote);
        open = closing == text.length();
        end = open ? -1 : text.indexOf(separator, closing);
        String after = open ? "" : text.substring(closing + 1, end < 0 ? text.length() : end);
        if (open || !after.isBlank()) {
          return List.of();
        }
        value = text.substring(quote + 1, closing).replace("\"\"", "\"").strip();
      }
      values.add(value);
      at = end < 0 ? -1 : end + 1;
    }
    return values;
  }

  /**
   * Returns the index of the closing quote of a value, or the text's end. Two quotes in the value
   * mean one quote.
   */
  private static int closing(String text, int opening) {
    int quote = text.indexOf('"', opening + 1);
    while (quote >= 0 && text.startsWith("\"", quote + 1)) {
      quote = text.indexOf('"', quote + 2);
    }
    return quote < 0 ? text.length() : quote;
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
            + (column == null
                ? "'; write one id on each line, or name the column with --column"
                : "'; each row needs one id in the column, and as many columns as the first row"));
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
