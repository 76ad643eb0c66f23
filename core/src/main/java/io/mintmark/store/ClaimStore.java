package io.mintmark.store;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What holds lines: an engine behind one operation.
 *
 * <p>A line is a named, durable number, {@code next}, of 63 bits. It only grows and is never
 * deleted. A claim takes the range {@code [start, start + count)} of it for the caller, for ever
 * and alone. Implementations are thread-safe, and every call returns or throws within the
 * implementation's own deadline.
 *
 * <p>What an implementation promises, and what {@code ClaimStoreContract} in the test kit checks:
 *
 * <ul>
 *   <li>a claim is atomic, and durable before it answers: two answered claims on one line never
 *       overlap, whatever process, thread or restart they come from;
 *   <li>no operation lowers a line but {@link #lower}, which no generator calls, so that a late or
 *       repeated delivery burns a range and never hands one out twice;
 *   <li>a call that throws may have happened all the same. Its range is burned: the caller must
 *       not use it and cannot ask for it again.
 * </ul>
 *
 * <p>Line names follow {@link LineName}; they are case-sensitive in every engine.
 */
public interface ClaimStore extends AutoCloseable {

  /**
   * Takes the next {@code count} positions of a line that are not below {@code atLeast}: {@code
   * start = max(next, atLeast)}, then {@code next = start + count}. A line that does not exist
   * stands at 0.
   *
   * @param line the line's name, see {@link LineName}
   * @param atLeast the lowest start that is of use, 0 or more
   * @param count how many positions to take, 1 or more
   * @return the first position of the range {@code [start, start + count)}, which is now the
   *     caller's alone
   * @throws IllegalArgumentException if an argument breaks its rule; nothing is changed
   * @throws ExhaustedException if {@code start + count} would pass {@link Long#MAX_VALUE}; nothing
   *     is changed
   * @throws StoreUnavailableException if no answer came in time; a range may have been burned
   * @throws ClosedException if this store is closed
   */
  long claim(String line, long atLeast, long count);

  /**
   * Moves a line from exactly {@code expected} to {@code next}. Takes the line of an idle worker
   * number, and writes a fingerprint once. A repeated delivery changes nothing, as lines never
   * fall.
   *
   * @param line the line's name, see {@link LineName}
   * @param expected where the line must stand, 0 for a line that does not exist
   * @param next where it shall stand, above {@code expected}
   * @return whether this call moved the line
   * @throws IllegalArgumentException if an argument breaks its rule; nothing is changed
   * @throws StoreUnavailableException if no answer came in time; the line may have moved
   * @throws ClosedException if this store is closed
   */
  boolean compareAndSet(String line, long expected, long next);

  /**
   * Moves a line from exactly {@code expected} down to {@code next}, for an administrator who
   * repairs a line that was moved too far. This is the one operation that takes the promise back:
   * whatever was claimed from {@code next} on is handed out again. Nothing that makes ids calls it,
   * and nobody may use the line meanwhile. It is never sent twice by a store: a second delivery
   * after the line has grown back to {@code expected} would lower it again.
   *
   * @param line the line's name, see {@link LineName}; not one that Mintmark keeps for itself, see
   *     {@link LineName#isReserved}
   * @param expected where the line must stand
   * @param next where it shall stand, below {@code expected}, and 1 or more: a line that exists
   *     never stands at 0
   * @return whether this call moved the line
   * @throws IllegalArgumentException if an argument breaks its rule; nothing is changed
   * @throws UnsupportedOperationException if this store cannot do it; nothing is changed
   * @throws StoreUnavailableException if no answer came in time; the line may have moved
   * @throws ClosedException if this store is closed
   */
  default boolean lower(String line, long expected, long next) {
    throw new UnsupportedOperationException(
        Message.of("this store cannot lower a line: line={}; nothing was changed", line));
  }

  /**
   * Reads where a line stands. The answer may be stale and judges nothing.
   *
   * @param line the line's name, see {@link LineName}
   * @return its next position, 0 for a line that does not exist
   * @throws IllegalArgumentException if the name breaks its rule
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  long position(String line);

  /**
   * Lists lines, for people to read and for moving them to another store. Nothing that makes ids
   * calls this. The answer has every write that was acknowledged before the call. An engine that
   * keeps names in order reads no more than the page; one that does not reads all names for each.
   *
   * @param page which lines
   * @return the lines, in the order of their names' bytes; fewer than the limit only if there are
   *     no more
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  List<Line> lines(LinePage page);

  /**
   * Lists all lines whose names start so, as {@link #lines(LinePage)} does. There may be many.
   *
   * @param prefix what the names start with; empty for all
   * @return the lines, in the order of their names' bytes
   * @throws IllegalArgumentException if the prefix has a character that no line name has
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  default List<Line> lines(String prefix) {
    Objects.requireNonNull(prefix, "prefix");
    return lines(LinePage.all(prefix));
  }

  /**
   * Reads one line with all that people know of it, as {@link #lines(LinePage)} does.
   *
   * @param name the line's name, see {@link LineName}
   * @return the line, or empty if there is none
   * @throws IllegalArgumentException if the name breaks its rule
   * @throws StoreUnavailableException if no answer came in time
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
   * Writes a note beside a line for people to read: who holds it, what it is for. Neither creates a
   * line nor touches its number; on a line that does not exist it does nothing.
   *
   * @param line the line's name, see {@link LineName}
   * @param note any text; control characters are refused, and what is over {@value
   *     Line#MAX_NOTE_LENGTH} characters
   * @throws IllegalArgumentException if an argument breaks its rule
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  void annotate(String line, String note);

  /**
   * Reads the engine's own clock, against which a process's clock is judged before it may move a
   * line ahead.
   *
   * @return the engine's time, or empty for an engine that has no clock
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  Optional<Instant> now();

  /**
   * Tells whether this engine, as it is set up, can lose what it has acknowledged, for example in a
   * failover. Worker numbers are then taken by the engine's {@link #life}.
   *
   * @return false unless an adapter knows better
   */
  default boolean canLoseAcknowledgedWrites() {
    return false;
  }

  /**
   * Reads the life of the engine that holds a line, if it can lose what it acknowledged. The answer
   * is never older than the call: a write between two answers with one id was done in that life.
   *
   * @param line the line's name, see {@link LineName}
   * @return present exactly if {@link #canLoseAcknowledgedWrites} is true
   * @throws IllegalArgumentException if the name breaks its rule
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  default Optional<EngineLife> life(String line) {
    Objects.requireNonNull(line, "line");
    return Optional.empty();
  }

  /**
   * Says that the engine is new and empty, so that nobody has to wait until what it may have
   * forgotten has run out. Only for a caller that knows that no process uses it yet; heeded only
   * while the engine knows nothing of a life before.
   *
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  default void declareNew() {}

  /**
   * Tells what the engine's own settings say about keeping what it acknowledged, as they were when
   * the store was opened.
   *
   * @return {@link Durability#NOTHING_READ} unless an adapter knows better
   */
  default Durability durability() {
    return Durability.NOTHING_READ;
  }

  /** Releases what this store holds; later calls throw {@link ClosedException}. Idempotent. */
  @Override
  void close();
}
