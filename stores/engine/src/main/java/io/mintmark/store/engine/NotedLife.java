package io.mintmark.store.engine;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The life ({@link EngineLife}) of an engine that does not notice when its lines (counters) are
 * deleted, for example when a table is dropped and created again while processes use it. The
 * position of the line {@link StoreLines#LIFE} is a number that identifies the life. If the lines
 * are deleted, this line is deleted too. The first process that finds no such line writes it again,
 * with a random number, and a new life begins. All processes see the number, and the time of that
 * write by the engine's clock. The writing process's clock is not used, because the write may
 * arrive at any later time. A number below {@value #DECLARED_NEW} means that the engine was
 * declared new. Thread-safe.
 */
final class NotedLife {

  private static final long DECLARED_NEW = 1L << 31;

  private static final int MAX_READINGS = 3;

  private volatile @Nullable Line last;

  /**
   * Returns the number that this process writes to declare the engine new. The number is the same
   * for all stores of the process, so each of them may repeat the declaration.
   */
  private static long declaredHere() {
    return 1 + RandomNumber.ofProcess() % (DECLARED_NEW - 1);
  }

  /**
   * Reads a life.
   *
   * @param store contains the lines
   * @param reader reads the engine's own life, and positions within it
   * @return a life that ends when the engine's own life or the number on the line changes
   */
  EngineLife read(LineStore store, List<String> lines, Function<List<String>, EngineLife> reader) {
    List<String> all = new ArrayList<>(lines);
    all.add(StoreLines.LIFE);
    for (int reading = 0; reading < MAX_READINGS; reading++) {
      EngineLife life = reader.apply(all);
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
    throw unavailable(
        "the store loses the note of its life each time that it is written: line={}, times={}",
        StoreLines.LIFE,
        MAX_READINGS);
  }

  /** Returns when a number was written, or empty if it has been replaced. */
  private Optional<Instant> began(LineStore store, long number) {
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
   * Declares the engine new, if there are no lines. A repeated attempt after a lost answer
   * succeeds.
   *
   * @param store contains the lines
   * @param onlyAsk whether to write nothing, and only check whether the engine could be declared
   *     new
   * @return empty on success; otherwise the time since which the engine has been in use
   */
  Optional<Instant> declareNew(LineStore store, boolean onlyAsk) {
    List<Line> used = store.lines(new LinePage("", "", 1));
    if ((used.isEmpty() && (onlyAsk || store.compareAndSet(StoreLines.LIFE, 0, declaredHere())))
        || store.position(StoreLines.LIFE) == declaredHere()) {
      return Optional.empty();
    }
    return Optional.of(used.isEmpty() ? Instant.EPOCH : used.get(0).updated());
  }
}
