package io.mintmark.internal.store;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A store with the operations that only Mintmark's own modules use: calls that share round trips,
 * lists in pages, and what administrators do. Mintmark's own stores implement this interface. A
 * {@link ClaimStore} of another author is used through {@link #of}.
 */
public interface LineStore extends ClaimStore {

  /**
   * Returns a store with all operations.
   *
   * @param store any store
   * @return the same object if it is a {@code LineStore}; otherwise a view of it, which checks the
   *     arguments of every call and cannot lower a line. Closing the view closes the store
   */
  static LineStore of(ClaimStore store) {
    Objects.requireNonNull(store, "store");
    return store instanceof LineStore all ? all : new PlainStore(store);
  }

  /**
   * Begins a claim, for a thread that has several claims to make. Unlike {@link #claim}, this does
   * not wait for the answer. So claims that a thread has begun share one round trip, if the engine
   * supports this. A failure of the claim is thrown when the caller requests the answer. The store
   * may make the claim even if the caller never requests the answer.
   *
   * @param line the line's name, see {@link LineName}
   * @param atLeast the lowest acceptable start, 0 or more
   * @param count the number of positions to claim, 1 or more
   * @return a supplier that waits for the answer, and returns or throws as {@link #claim} would;
   *     the thread that began the claim must call the supplier once. A store that cannot make a
   *     claim without waiting makes it when the supplier is called
   */
  default LongSupplier beginClaim(String line, long atLeast, long count) {
    Objects.requireNonNull(line, "line");
    return () -> claim(line, atLeast, count);
  }

  /**
   * Begins to move a line. Like the claims of {@link #beginClaim}, moves that one thread has begun
   * share a round trip if the engine supports this. Two moves that were begun may take effect in
   * either order.
   *
   * @param line the line's name, see {@link LineName}
   * @param expected the line's required position, 0 for a line that does not exist
   * @param next the line's new position, above {@code expected}
   * @return a supplier that waits for the answer, and returns or throws as {@link #compareAndSet}
   *     would; the thread that began the move must call the supplier once. A store that cannot make
   *     a move without waiting makes it when the supplier is called
   */
  default BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    Objects.requireNonNull(line, "line");
    return () -> compareAndSet(line, expected, next);
  }

  /**
   * Creates lines from which no ids are made, each as {@link #compareAndSet} from 0 does, with
   * their notes. The moves share a round trip if the engine supports this.
   *
   * @param lines the names, positions and notes; the time is not used
   * @return for each line, whether this call created it. The note of a created line may be lost
   * @throws RuntimeException as {@link #compareAndSet} does; then some lines may be created
   */
  default List<Boolean> create(List<Line> lines) {
    Objects.requireNonNull(lines, "lines");
    List<BooleanSupplier> moves = new ArrayList<>();
    for (Line line : lines) {
      moves.add(beginCompareAndSet(line.name(), 0, line.next()));
    }
    List<Boolean> created = new ArrayList<>();
    for (Line line : lines) {
      boolean moved = moves.get(created.size()).getAsBoolean();
      created.add(moved);
      try {
        if (moved) {
          annotate(line.name(), line.note());
        }
      } catch (MintmarkException e) {
        // Notes are for people. Whoever looks for this one finds none.
      }
    }
    return created;
  }

  /**
   * Moves a line from exactly {@code expected} down to {@code next}, for an administrator who
   * repairs a line that was moved too far. This is the only operation that breaks the guarantee:
   * all positions from {@code next} on are handed out again. Code that makes ids never calls it,
   * and no process may use the line meanwhile. A store never sends this request twice, because a
   * second delivery would lower the line again if the line had grown back to {@code expected}.
   *
   * @param line the line's name, see {@link LineName}; it must not be {@linkplain
   *     LineName#isReserved reserved} for Mintmark
   * @param expected the line's required position
   * @param next the line's new position, below {@code expected}, and at least 1, because the
   *     position of a line that exists is never 0
   * @return whether this call moved the line
   * @throws IllegalArgumentException if an argument is invalid; nothing is changed
   * @throws UnsupportedOperationException if this store does not support lowering a line; nothing
   *     is changed
   * @throws StoreUnavailableException if the store did not answer before the deadline; the line may
   *     have moved
   * @throws ClosedException if this store is closed
   */
  default boolean lower(String line, long expected, long next) {
    throw new UnsupportedOperationException(
        Message.of("this store cannot lower a line: line={}; nothing was changed", line));
  }

  /**
   * Reads the positions of several lines and the engine's clock, like {@link #position} and {@link
   * #now}. If the engine supports it, the call takes one round trip, which it shares with other
   * threads that read at the same time. The positions are not read in one atomic step, so two
   * positions may be of different moments.
   *
   * @param lines the lines' names, see {@link LineName}
   * @return a position for each line, in the order of {@code lines}, and the engine's time, if it
   *     has a clock
   * @throws IllegalArgumentException if a name is invalid
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  default LinePositions positions(List<String> lines) {
    Objects.requireNonNull(lines, "lines");
    List<Long> next = new ArrayList<>();
    lines.forEach(line -> next.add(position(line)));
    return new LinePositions(next, now());
  }

  /**
   * Lists lines, for people and for tools that move lines to another store. Code that makes ids
   * never calls it. The result includes every write that was acknowledged before the call. An
   * engine that keeps names sorted reads only the page; any other engine reads all names for each
   * page.
   *
   * @param page the lines to list
   * @return the lines, in the order of their names' bytes; fewer than the page's limit only if no
   *     further line exists
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  List<Line> lines(LinePage page);

  @Override
  default List<Line> lines(String prefix) {
    Objects.requireNonNull(prefix, "prefix");
    return lines(LinePage.all(prefix));
  }

  /**
   * Reads one line with its note and time, like {@link #lines(LinePage)}.
   *
   * @param name the line's name, see {@link LineName}
   * @return the line, or empty if it does not exist
   * @throws IllegalArgumentException if the name is invalid
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  default Optional<Line> line(String name) {
    Objects.requireNonNull(name, "name");
    LineName.check(name);
    return lines(new LinePage(name, "", 1)).stream()
        .filter(first -> first.name().equals(name))
        .findFirst();
  }

  /**
   * Declares that the engine is new and empty. Without this call, a process waits before it takes a
   * worker number, until all claims that the engine may have forgotten would have expired. Call
   * this method only if no process uses the engine yet. On an engine that loses nothing, it has no
   * effect.
   *
   * @throws ConfigurationException if the engine is not new, because it is already in use
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  default void declareNew() {}

  /**
   * Returns the engine's settings that affect whether acknowledged writes are kept, as they were
   * when the store was opened.
   *
   * @return {@link Durability#NOTHING_READ} by default; an adapter overrides it
   */
  default Durability durability() {
    return Durability.NOTHING_READ;
  }
}
