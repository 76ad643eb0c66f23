package io.mintmark.service;

import io.mintmark.error.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which store a server used last, and how far it got there: the content of the file {@value #FILE}
 * in its data directory. Immutable.
 *
 * @param identity which store it is
 * @param url its URL without secrets
 * @param ends how far the server's claims reach, by line; the lines that it used last come last
 */
public record LastStore(long identity, String url, Map<String, Long> ends) {

  /** The file's name. */
  public static final String FILE = "last-store";

  private static final Pattern STORE = Pattern.compile("(\\d{1,19}) (.*)");
  private static final Pattern END = Pattern.compile("(\\d{1,19}) (\\S+)");

  /**
   * Keeps an unmodifiable copy.
   *
   * @param identity which store it is
   * @param url its URL without secrets
   * @param ends how far the server's claims reach, by line
   */
  public LastStore {
    ends = Collections.unmodifiableMap(new LinkedHashMap<>(ends));
  }

  /**
   * Reads the file's content: a line that names the store and, since versions that have them, the
   * ends.
   *
   * @param text all of the file
   * @return what it says
   * @throws IllegalArgumentException if it says anything else
   */
  public static LastStore parse(String text) {
    if (!text.endsWith("\n")) {
      throw new IllegalArgumentException("it has another content");
    }
    List<String> lines = text.lines().toList();
    Matcher store = matching(STORE, lines.get(0));
    Map<String, Long> ends = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher end = matching(END, line);
      ends.put(end.group(2), Long.parseLong(end.group(1)));
    }
    long identity = Long.parseLong(store.group(1));
    if (identity == 0) {
      throw new IllegalArgumentException("it has another content: identity=0");
    }
    return new LastStore(identity, store.group(2), ends);
  }

  /** The file's content. */
  public String text() {
    StringBuilder text =
        new StringBuilder().append(identity).append(' ').append(url).append('\n');
    ends.forEach((line, end) -> text.append(end).append(' ').append(line).append('\n'));
    return text.toString();
  }

  private static Matcher matching(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(Message.of("it has another content: line={}", line));
    }
    return matcher;
  }
}
