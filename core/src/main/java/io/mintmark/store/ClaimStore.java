package io.mintmark.store;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A store, which holds lines. Processes claim ranges of positions on these lines.
 *
 * <p>A line is a named, durable number of 63 bits, {@code next}. Claims only increase it, and it is
 * never deleted. Only an administrator's {@link #lower} decreases it. A claim gives the caller the
 * range {@code [start, start + count)} of the line. From then on the caller is its only owner.
 * Implementations are thread-safe, and every call returns or throws within the implementation's own
 * deadline. A call by an interrupted thread either completes or throws {@link
 * StoreUnavailableException}; the thread stays interrupted.
 *
 * <p>An implementation guarantees the following, and {@code ClaimStoreContract} in the test kit
 * checks it:
 *
 * <ul>
 *   <li>A claim is atomic, and durable before it is acknowledged. Two acknowledged claims on one
 *       line never overlap, whichever processes and threads made them, and even if the engine was
 *       restarted between the two claims.
 *   <li>Only {@link #lower}, which no generator calls, decreases a line. So a request that is
 *       delivered late or repeatedly burns a range (no caller ever uses it), and never hands out a
 *       range twice.
 *   <li>A call that throws may still have taken effect. Its range is burned: the caller must not
 *       use it and cannot request it again.
 * </ul>
 *
 * <p>Line names follow {@link LineName}; they are case-sensitive in every engine.
 */
public interface ClaimStore extends AutoCloseable {

  /**
   * Claims the next {@code count} positions of a line that are not below {@code atLeast}: {@code
   * start = max(next, atLeast)}, then {@code next = start + count}. The position of a line that
   * does not exist is 0.
   *
   * @param line the line's name, see {@link LineName}
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
   * Moves a line from exactly {@code expected} to {@code next}. Generators use it to take the line
   * of an idle worker number, and to write the fingerprint of settings once. If the same request is
   * delivered twice, the second delivery changes nothing, because the line's position is no longer
   * {@code expected}. Only {@link #lower} could return the line to {@code expected}.
   *
   * @param line the line's name, see {@link LineName}
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
   * Reads the position of a line. When the call returns, the line may already have moved. Use
   * {@link #claim} or {@link #compareAndSet} if the position must be exact.
   *
   * @param line the line's name, see {@link LineName}
   * @return the line's position; 0 for a line that does not exist
   * @throws IllegalArgumentException if the name is invalid
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
  long position(String line);

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

  /**
   * Lists all lines whose names start with a prefix, like {@link #lines(LinePage)}. The result may
   * be large.
   *
   * @param prefix the start of the names; empty for all lines
   * @return the lines, in the order of their names' bytes
   * @throws IllegalArgumentException if the prefix contains a character that no line name contains
   * @throws StoreUnavailableException if the store did not answer before the deadline
   * @throws ClosedException if this store is closed
   */
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
   * Sets the note of a line, which shows people its holder or its purpose. The line's position does
   * not change. If the line does not exist, this method does nothing.
   *
   * @param line the line's name, see {@link LineName}
   * @param note any text of at most {@value Line#MAX_NOTE_LENGTH} characters, without control
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
   * @param lines the lines' names, one or more, see {@link LineName}
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

  /**
   * Closes the connections, files and threads of this store. Later calls throw {@link
   * ClosedException}. Idempotent.
   */
  @Override
  void close();
}
