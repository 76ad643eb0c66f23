package io.mintmark.store.engine;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of an engine that does not notice when its lines are deleted, as when a table is dropped
 * and made again under processes that use it. The line {@link StoreLines#LIFE} is deleted with the
 * others. The first process that misses it writes it again, with a random number, and a new life
 * begins. All processes see the number, and the engine's own time of that write: the writer's
 * reading of the clock would not do, as its write may arrive at any time later. A number below
 * {@value #DECLARED_NEW} says that the engine was declared new. Thread-safe.
 */
final class NotedLife {

  private static final long DECLARED_NEW = 1L << 31;

  private static final int MAX_READINGS = 3;

  private volatile @Nullable Line last;

  /** Which process declared it: all stores of one process may, one after another. */
  private static long declaredHere() {
    return 1 + RandomNumber.ofProcess() % (DECLARED_NEW - 1);
  }

  /** Reads lives. */
  @FunctionalInterface
  interface Reader {
    EngineLife read(List<String> lines);
  }

  /**
   * Reads a life.
   *
   * @param store has the lines
   * @param reader reads the engine's own life, and positions in it
   * @return the time in which neither that nor the note changes
   */
  EngineLife read(ClaimStore store, List<String> lines, Reader reader) {
    List<String> all = new ArrayList<>(lines);
    all.add(StoreLines.LIFE);
    for (int reading = 0; reading < MAX_READINGS; reading++) {
      EngineLife life = reader.read(all);
      long number = life.next().get(lines.size());
      if (number == 0) {
        long fresh = DECLARED_NEW + RandomNumber.next() % (Long.MAX_VALUE - DECLARED_NEW);
        boolean unused = store.compareAndSet(StoreLines.LIFE, 0, fresh);
        continue;
      }
      Optional<Instant> noted = began(store, number);
      if (noted.isPresent()) {
        Instant began = noted.get().isAfter(life.began()) ? noted.get() : life.began();
        return new EngineLife(
            life.id() + "-" + number, began, life.now(), life.next().subList(0, lines.size()));
      }
    }
    throw new StoreUnavailableException(Message.of(
        "the store loses the note of its life each time that it is written: line={}, times={}",
        StoreLines.LIFE,
        MAX_READINGS));
  }

  /** Returns when a note was written; empty if another one is there now. */
  private Optional<Instant> began(ClaimStore store, long number) {
    if (number < DECLARED_NEW) {
      return Optional.of(Instant.EPOCH);
    }
    Line known = last;
    if (known == null || known.next() != number) {
      known = store.line(StoreLines.LIFE).orElse(null);
      last = known;
    }
    return Optional.ofNullable(known).filter(line -> line.next() == number).map(Line::updated);
  }

  /**
   * Notes that the engine is new, if it has no lines. An attempt whose answer was lost may be
   * repeated.
   *
   * @param store has the lines
   * @param onlyAsk whether to note nothing, and to answer whether it could be noted
   * @return otherwise since when it is in use
   */
  Optional<Instant> declareNew(ClaimStore store, boolean onlyAsk) {
    List<Line> used = store.lines(new LinePage("", "", 1));
    if ((used.isEmpty() && (onlyAsk || store.compareAndSet(StoreLines.LIFE, 0, declaredHere())))
        || store.position(StoreLines.LIFE) == declaredHere()) {
      return Optional.empty();
    }
    return Optional.of(used.isEmpty() ? Instant.EPOCH : used.get(0).updated());
  }
}
