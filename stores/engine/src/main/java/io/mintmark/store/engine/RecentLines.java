package io.mintmark.store.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map from the names of lines to facts that an adapter remembers. When there are too many lines,
 * the map forgets the line that was used least recently. Not thread-safe.
 *
 * @param <V> the type of the facts
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
