package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.LocalLine.Encoder;
import java.util.ArrayList;
import java.util.List;

/**
 * A sink that collects the ids of a batch in a list.
 *
 * @param <T> the type of the ids
 */
public final class ListSink<T> implements RunSink {

  private final int count;
  private final long argument;
  private final Encoder<T> encoder;
  private final List<T> ids;

  /**
   * Creates a sink for one batch.
   *
   * @param count the number of ids, 1 or more
   * @param argument a further value from which each id is made
   * @param encoder makes each id
   */
  public ListSink(int count, long argument, Encoder<T> encoder) {
    this.count = count;
    this.argument = argument;
    this.encoder = encoder;
    this.ids = new ArrayList<>(count);
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long add(long worker, long start, long some) {
    int before = ids.size();
    for (int i = 0; i < some; i++) {
      T id = encoder.encode(worker, start + i, argument);
      if (id != null) {
        ids.add(id);
      }
    }
    return (long) ids.size() - before;
  }

  @Override
  public void clear() {
    ids.clear();
  }

  /**
   * Returns the ids.
   *
   * @return the added ids, in their order
   */
  public List<T> ids() {
    return ids;
  }
}
