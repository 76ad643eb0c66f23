package io.mintmark.store.engine;

import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of an engine that can lose writes and does not always report when that life began. In
 * that case the life counts from the moment when this process first saw it. Thread-safe.
 */
public final class ObservedLife {

  private @Nullable EngineLife first;
  private boolean declaredNew;

  /** Makes the life of an engine that was not seen yet. */
  public ObservedLife() {}

  /** Declares the engine new and empty. Does nothing after the engine was seen. */
  public synchronized void declareNew() {
    declaredNew = true;
  }

  /**
   * Records an answer of the engine.
   *
   * @param id changes after each event that may have lost writes, for example a broken connection
   * @param since the engine's time since which it is known to have lost nothing; {@code now} if it
   *     is unknown
   * @param now the engine's clock, read together with {@code id}
   * @return the life; it began at the {@code since} of the first of the consecutive answers with
   *     this id
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
