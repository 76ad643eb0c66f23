package io.mintmark.service;

import io.mintmark.internal.text.Arguments;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The store that a server used last, and the ends of the server's claims in it: the content of the
 * file {@value #FILE} in the data directory. Immutable.
 *
 * @param identity the store's identity
 * @param url its URL without secrets
 * @param ends for each line (counter) of the store, the position after the server's last claim on
 *     it; the most recently used lines are last
 */
public record LastStore(long identity, String url, Map<String, Long> ends) {

  /** The file's name. */
  public static final String FILE = "last-store";

  private static final Pattern LINE = Pattern.compile("(\\d{1,19}) (.*)");

  /**
   * Keeps an unmodifiable copy.
   *
   * @param identity the store's identity
   * @param url its URL without secrets
   * @param ends the position after the server's last claim, by the name of the store's line
   */
  public LastStore {
    ends = Collections.unmodifiableMap(new LinkedHashMap<>(ends));
  }

  /**
   * Parses the file's content. Its first row names the store. Each other row contains the end of
   * the claims on one line of the store. Files of earlier versions have only the first row.
   *
   * @param text the whole file
   * @return the content
   * @throws IllegalArgumentException if the text does not have this form
   */
  public static LastStore parse(String text) {
    Arguments.check(text.endsWith("\n"), "it is malformed");
    List<String> lines = text.lines().toList();
    Matcher store = matching(lines.get(0));
    Map<String, Long> ends = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher end = matching(line);
      ends.put(end.group(2), Long.parseLong(end.group(1)));
    }
    long identity = Long.parseLong(store.group(1));
    Arguments.check(identity > 0, "it is malformed: identity=0");
    return new LastStore(identity, store.group(2), ends);
  }

  /** Returns the file's content. */
  public String text() {
    StringBuilder text =
        new StringBuilder().append(identity).append(' ').append(url).append('\n');
    ends.forEach((line, end) -> text.append(end).append(' ').append(line).append('\n'));
    return text.toString();
  }

  private static Matcher matching(String line) {
    Matcher matcher = LINE.matcher(line);
    Arguments.check(matcher.matches(), "it is malformed: line={}", line);
    return matcher;
  }
}
