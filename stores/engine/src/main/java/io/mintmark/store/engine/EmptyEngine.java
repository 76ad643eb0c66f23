package io.mintmark.store.engine;

import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An engine without lines (counters), for a read-only store whose table (or other container of
 * lines) does not exist yet.
 *
 * @param engine the engine that would hold the lines; closed with this one
 * @param hasClock whether the engine's clock can be read without a table of lines
 */
public record EmptyEngine(StoreEngine engine, boolean hasClock) implements StoreEngine {

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    throw new UnsupportedOperationException("the store refuses writes before this call");
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
