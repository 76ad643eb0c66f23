package io.mintmark.store;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A store, which holds lines. Processes claim ranges of positions on these lines.
 *
 * <p>A line is a named, durable number of 63 bits, {@code next}. Claims only increase it, and it is
 * never deleted. A claim gives the caller the range {@code [start, start + count)} of the line. The
 * caller is then its only owner. Implementations are thread-safe, and every call returns or throws
 * within the implementation's own deadline. A call by an interrupted thread either completes or
 * throws {@link StoreUnavailableException}; the thread stays interrupted.
 *
 * <p>An implementation guarantees the following, and {@code ClaimStoreContract} in the test kit
 * checks it:
 *
 * <ul>
 *   <li>A claim is atomic, and durable before it is acknowledged. Two acknowledged claims on one
 *       line never overlap, whichever processes and threads made them, and even if the engine was
 *       restarted between the two claims.
 *   <li>No call decreases a line. So a request that is delivered late or repeatedly burns a range
 *       (no caller ever uses it), and never hands out a range twice.
 *   <li>A call that throws may still have taken effect. Its range is burned: the caller must not
 *       use it and cannot request it again.
 * </ul>
 *
 * <p>A line's name has 1 to 200 characters of {@code A-Z a-z 0-9 . _ : / -}. Slashes separate its
 * parts, and no part is empty, {@code .} or {@code ..}. Names are case-sensitive in every engine.
 * Names that start with {@code mintmark/} are Mintmark's own. Mintmark checks all arguments before
 * it calls a store.
 */
public interface ClaimStore extends AutoCloseable {

  /**
   * Claims the next {@code count} positions of a line that are not below {@code atLeast}: {@code
   * start = max(next, atLeast)}, then {@code next = start + count}. The position of a line that
   * does not exist is 0.
   *
   * @param line the line's name
   * @param atLeast the lowest acceptable start, 0 or more
   * @param count the number of positions to claim, 1 or more
   * @return the first position of the range {@code [start, start + count)}, which only the caller
   *     owns now
   * @throws IllegalArgumentException if an argument is invalid; nothing is changed
   * @throws ExhaustedException if {@code start + count} would pass {@link Long#MAX_VALUE}; nothing
   *     is changed
   * @throws StoreUnavailableException if the store did not answer before the deadline; a range may
   *     have been burned
   * @throws ClosedException if this store is closed
   */
  long claim(String line, long atLeast, long count);

  /**
   * Moves a line from exactly {@code expected} to {@code next}. Generators use it to take the line
   * of an idle worker number, and to write the fingerprint of settings once. If the same request is
   * delivered twice, the second delivery changes nothing, because the line's position is no longer
   * {@code expected}.
   *
   * @param line the line's name
   * @param expected the line's required position, 0 for a line that does not exist
   * @param next the line's new position, above {@code expected}
   * @return whether this call moved the line
   * @throws IllegalArgumentException if an argument is invalid; nothing is changed
   * @throws StoreUnavailableException if the store did not answer before the deadline; the line may
   *     have moved
   * @throws ClosedException if this store is closed
   */
  boolean compareAndSet(String line, long expected, long next);

  /**
   * Reads the position of a line. When the call returns, the line may already have moved. Use
   * {@link #claim} or {@link #compareAndSet} if the position must be exact.
   *
   * @param line the line's name
   * @return the line's position; 0 for a line that does not exist
   * @throws IllegalArgumentException if the name is invalid
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  long position(String line);

  /**
   * Lists all lines whose names start with a prefix, for people and for tools that move lines to
   * another store. Code that makes ids never calls it for its lines. The result includes every
   * write that was acknowledged before the call, and may be large.
   *
   * @param prefix the start of the names; empty for all lines
   * @return the lines, in the order of their names' bytes
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  List<Line> lines(String prefix);

  /**
   * Sets the note of a line, which shows people its holder or its purpose. The line's position does
   * not change. If the line does not exist, this method does nothing.
   *
   * @param line the line's name
   * @param note any text of at most 1000 characters, without control
   *     characters
   * @throws IllegalArgumentException if an argument is invalid
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  void annotate(String line, String note);

  /**
   * Reads the engine's own clock. Before a process moves a line ahead, it compares its own clock
   * with the engine's clock.
   *
   * @return the engine's time, or empty for an engine without a clock
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  Optional<Instant> now();

  /**
   * Returns whether this engine, in its current configuration, can lose writes that it has
   * acknowledged, for example in a failover. If so, generators read its {@link #life} before they
   * take a worker number.
   *
   * @return false by default; an adapter overrides it
   */
  default boolean canLoseAcknowledgedWrites() {
    return false;
  }

  /**
   * Reads the present life of the engine that holds the given lines, together with the lines'
   * positions. A life is a period in which the engine loses nothing, see {@link EngineLife}. The
   * call takes one round trip if the engine supports this. The result is never older than the call.
   * So if two results have the same id, every write between the two calls was made in that life. If
   * several servers hold the lines, the life is the time in which none of them lost anything, and
   * the clock is the clock of the first line's server.
   *
   * @param lines the lines' names, one or more
   * @return the life; empty if {@link #canLoseAcknowledgedWrites} is false
   * @throws IllegalArgumentException if a name is invalid, or the list is empty
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  default Optional<EngineLife> life(List<String> lines) {
    Objects.requireNonNull(lines, "lines");
    return Optional.empty();
  }

  /**
   * Closes the connections, files and threads of this store. Later calls throw {@link
   * ClosedException}. Idempotent.
   */
  @Override
  void close();
}
