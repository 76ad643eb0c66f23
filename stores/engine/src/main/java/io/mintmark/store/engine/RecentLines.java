package io.mintmark.store.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an adapter remembers of lines, by their names. When there are too many lines, the line that
 * was used least recently is forgotten. Not thread-safe.
 *
 * @param <V> the type of the facts about a line
 */
public final class RecentLines<V> extends LinkedHashMap<String, V> {

  private static final long serialVersionUID = 1L;

  private final int maxLines;

  /**
   * Makes an empty map.
   *
   * @param maxLines the maximum number of lines
   */
  public RecentLines(int maxLines) {
    super(16, 0.75f, true);
    this.maxLines = maxLines;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    return size() > maxLines;
  }
}
