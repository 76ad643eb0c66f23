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
 * The life of an engine that does not notice when its lines are deleted, for example when a table
 * is dropped and created again while processes use it. The line {@link StoreLines#LIFE} is a note
 * of the life, and is deleted with the other lines. The first process that misses the note writes
 * it again, with a random number, and a new life begins. All processes see the number, and the
 * engine's own time of that write. The writer's own reading of the clock is not used, because its
 * write may arrive at any later time. A number below {@value #DECLARED_NEW} means that the engine
 * was declared new. Thread-safe.
 */
final class NotedLife {

  private static final long DECLARED_NEW = 1L << 31;

  private static final int MAX_READINGS = 3;

  private volatile @Nullable Line last;

  /** The number of a declaration by this process. All stores of a process may repeat it. */
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
   * @param store contains the lines
   * @param reader reads the engine's own life, and positions within it
   * @return a life that ends when the engine's own life or the note changes
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

  /** Returns when a note was written, or empty if it has been replaced. */
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
   * Writes the note that the engine is new, if there are no lines. A repeated attempt after a lost
   * answer succeeds.
   *
   * @param store contains the lines
   * @param onlyAsk whether to write nothing, and only check whether the note could be written
   * @return empty on success; otherwise the time since which the engine is in use
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
