package io.mintmark.store.engine;

import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import java.util.List;

/** A store over an engine of a test that only writes. All its lines are read as absent. */
final class BatchStore extends EngineStore {

  BatchStore(OpenSettings settings, BatchEngine engine, int maxLines) {
    super(settings, new Writer(engine, maxLines), Durability.NOTHING_READ);
  }

  /** An engine that a test writes to. */
  record Writer(BatchEngine engine, int maxLines) implements StoreEngine {

    @Override
    public void write(List<Write> writes, Deadline deadline) throws Exception {
      engine.execute(writes);
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
    public void close() {}
  }
}
