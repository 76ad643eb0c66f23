package io.mintmark.store.engine;

import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An engine in which nothing was made for lines yet, such as a table, for a store that is open for
 * reading only. It has no lines.
 */
public final class EmptyEngine implements StoreEngine {

  private final StoreEngine engine;
  private final boolean hasClock;

  /**
   * Makes one.
   *
   * @param engine what would have the lines; is closed with this
   * @param hasClock whether its clock can be read without anything that is made for lines
   */
  public EmptyEngine(StoreEngine engine, boolean hasClock) {
    this.engine = engine;
    this.hasClock = hasClock;
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    throw new UnsupportedOperationException("the store refuses writes before they come here");
  }

  @Override
  public int maxLines() {
    return engine.maxLines();
  }

  @Override
  public long position(String line, Deadline deadline) {
    return 0;
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    return List.of();
  }

  @Override
  public Optional<Instant> now(Deadline deadline) throws Exception {
    return hasClock ? engine.now(deadline) : Optional.empty();
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return engine.canLoseAcknowledgedWrites();
  }

  @Override
  public void close() {
    engine.close();
  }
}
