package io.mintmark.store.engine;

import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The life ({@link EngineLife}) of an engine that can lose writes. If the engine does not report
 * when its life began, the life counts from the moment when this process first saw it. Thread-safe.
 */
public final class ObservedLife {

  private @Nullable EngineLife first;
  private boolean declaredNew;

  /** Makes an instance for an engine that has not answered yet. */
  public ObservedLife() {}

  /**
   * Declares the engine new and empty. Has no effect after the engine's first answer was recorded.
   *
   * @param onlyAsk whether to change nothing
   * @param present reads and records the engine's present life, to which the declaration applies.
   *     In a later life, the engine may have forgotten claims
   * @return empty, because the engine does not know whether it is new
   */
  public Optional<Instant> declareNew(boolean onlyAsk, Supplier<EngineLife> present) {
    if (!onlyAsk) {
      synchronized (this) {
        declaredNew = true;
      }
      EngineLife unused = present.get();
    }
    return Optional.empty();
  }

  /**
   * Records an answer of the engine.
   *
   * @param id changes after each event that may have lost writes, for example a broken connection
   * @param since the time, by the engine's clock, since which the engine is known to have lost
   *     nothing; {@code now} if that time is unknown
   * @param now the engine's clock, read together with {@code id}
   * @return the life with this id. The first of the consecutive answers with this id determines
   *     when the life began
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
