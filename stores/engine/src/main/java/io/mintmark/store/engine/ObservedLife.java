package io.mintmark.store.engine;

import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of an engine that can lose writes and does not always say when that life began. Then the
 * life counts from when this process first saw it. Thread-safe.
 */
public final class ObservedLife {

  private @Nullable EngineLife first;
  private boolean declaredNew;

  /** Makes one for an engine of which nothing was seen yet. */
  public ObservedLife() {}

  /** Believes that the engine is new and empty, if nothing was seen of it before. */
  public synchronized void declareNew() {
    declaredNew = true;
  }

  /**
   * Takes note of an answer of the engine.
   *
   * @param id differs after each event that may have lost writes, for example because the
   *     connection broke
   * @param since since when the engine is known to remember, by its clock; {@code now} if it does
   *     not say
   * @param now the engine's clock, read together with it
   * @return the life, which began at {@code since} as it was when this id was first seen in a row
   */
  public synchronized EngineLife seen(String id, Instant since, Instant now) {
    EngineLife life = first;
    if (life == null || !life.id().equals(id)) {
      Instant began = life == null && declaredNew ? Instant.EPOCH : since;
      life = new EngineLife(id, began, now, List.of());
      first = life;
    }
    return new EngineLife(id, life.began(), now, List.of());
  }
}
