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
 * A store: it holds lines, and processes claim ranges of them.
 *
 * <p>A line is a named, durable number, {@code next}, of 63 bits. Claims only make it grow, and it
 * is never deleted. Only an administrator's {@link #lower} moves it back. A claim takes the range
 * {@code [start, start + count)} of it for the caller, for ever and alone. Implementations are
 * thread-safe, and every call returns or throws within the implementation's own deadline. A call by
 * an interrupted thread either completes or throws {@link StoreUnavailableException}; the thread
 * stays interrupted.
 *
 * <p>An implementation promises this, and {@code ClaimStoreContract} in the test kit checks it:
 *
 * <ul>
 *   <li>a claim is atomic, and durable before it answers: two answered claims on one line never
 *       overlap, whatever process, thread or restart they come from;
 *   <li>only {@link #lower}, which no generator calls, lowers a line: so a late or repeated
 *       delivery burns a range and never hands one out twice;
 *   <li>a call that throws may have taken effect nevertheless. Its range is burned: the caller must
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
   * Begins a claim, for a thread that has several to make: an engine that lets claims share a round
   * trip makes all of them together, where {@link #claim} would wait for each. What is wrong with a
   * claim is thrown by its answer. A claim that was begun may be made whether or not its answer is
   * asked for.
   *
   * @param line the line's name, see {@link LineName}
   * @param atLeast the lowest start that is of use, 0 or more
   * @param count how many positions to take, 1 or more
   * @return waits for the answer, and returns or throws what {@link #claim} would; to be called
   *     once, by the thread that began the claim. A store that cannot begin claims makes it then.
   */
  default LongSupplier beginClaim(String line, long atLeast, long count) {
    Objects.requireNonNull(line, "line");
    return () -> claim(line, atLeast, count);
  }

  /**
   * Moves a line from exactly {@code expected} to {@code next}. Generators use it to take the line
   * of an idle worker number, and to write the fingerprint of settings once. If the same request
   * arrives twice the second changes nothing, as the line has left {@code expected} by then; only
   * {@link #lower} could bring it back there.
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
   * Begins to move a line, as {@link #beginClaim} begins a claim: what one thread has begun shares
   * a round trip where the engine lets it. Of two that were begun either may take effect first.
   *
   * @param line the line's name, see {@link LineName}
   * @param expected where the line must stand, 0 for a line that does not exist
   * @param next where it shall stand, above {@code expected}
   * @return waits for the answer, and returns or throws what {@link #compareAndSet} would; to be
   *     called once, by the thread that began this. A store that cannot begin it moves the line
   *     then.
   */
  default BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    Objects.requireNonNull(line, "line");
    return () -> compareAndSet(line, expected, next);
  }

  /**
   * Moves a line from exactly {@code expected} down to {@code next}, for an administrator who
   * repairs a line that was moved too far. This is the one operation that takes the promise back:
   * all positions from {@code next} on are handed out again. Nothing that makes ids calls it, and
   * nobody may use the line meanwhile. A store never sends it twice: a second delivery after the
   * line has grown back to {@code expected} would lower it again.
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
   * Reads where a line stands. The line may have moved on since: use {@link #claim} or {@link
   * #compareAndSet} where it must be exact.
   *
   * @param line the line's name, see {@link LineName}
   * @return its next position, 0 for a line that does not exist
   * @throws IllegalArgumentException if the name breaks its rule
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  long position(String line);

  /**
   * Reads where several lines stand, and the engine's clock, as {@link #position} and {@link #now}
   * do: in one round trip where the engine lets it, and together with others who read at the same
   * time. Each line is read for itself, so that two of them may be of different moments.
   *
   * @param lines the lines' names, see {@link LineName}
   * @return a position for each, in the same order; and the engine's time, if it has a clock
   * @throws IllegalArgumentException if a name breaks its rule
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  default LinePositions positions(List<String> lines) {
    Objects.requireNonNull(lines, "lines");
    List<Long> next = new ArrayList<>();
    lines.forEach(line -> next.add(position(line)));
    return new LinePositions(next, now());
  }

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
   * Lists all lines whose names start with a prefix, as {@link #lines(LinePage)} does. There may be
   * many.
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
   * Reads one line with its note and time, as {@link #lines(LinePage)} does.
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
   * @param note any text of at most {@value Line#MAX_NOTE_LENGTH} characters, none of them a
   *     control character
   * @throws IllegalArgumentException if an argument breaks its rule
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  void annotate(String line, String note);

  /**
   * Reads the engine's own clock. A process compares its clock with it before it moves a line
   * ahead.
   *
   * @return the engine's time, or empty for an engine that has no clock
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  Optional<Instant> now();

  /**
   * Tells whether this engine, as it is set up, can lose writes that it has acknowledged, for
   * example in a failover. If so, generators look at its {@link #life} before they take a worker
   * number.
   *
   * @return false unless an adapter knows better
   */
  default boolean canLoseAcknowledgedWrites() {
    return false;
  }

  /**
   * Reads the life of the engine that holds some lines, if it can lose writes that it acknowledged,
   * and the lines' positions: in one round trip where the engine allows it. The answer is never
   * older than the call: a write between two answers with the same id was done in that life. Where
   * several servers hold the lines, the life is the time in which none of them lost anything, and
   * the clock is that of the server with the first line.
   *
   * @param lines the lines' names, one or more, see {@link LineName}
   * @return present exactly if {@link #canLoseAcknowledgedWrites} is true
   * @throws IllegalArgumentException if a name breaks its rule, or there is none
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  default Optional<EngineLife> life(List<String> lines) {
    Objects.requireNonNull(lines, "lines");
    return Optional.empty();
  }

  /**
   * Declares that the engine is new and empty, so that nobody has to wait until claims that it may
   * have forgotten have run out. Only for a caller that knows that no process uses the engine yet.
   * On an engine that loses nothing it has no effect.
   *
   * @throws ConfigurationException if the engine is in use already, so that it is not new
   * @throws StoreUnavailableException if no answer came in time
   * @throws ClosedException if this store is closed
   */
  default void declareNew() {}

  /**
   * Returns the engine's settings that bear on keeping acknowledged writes, as they were when the
   * store was opened.
   *
   * @return {@link Durability#NOTHING_READ} unless an adapter knows better
   */
  default Durability durability() {
    return Durability.NOTHING_READ;
  }

  /**
   * Closes connections, files and threads of this store; later calls throw {@link ClosedException}.
   * Idempotent.
   */
  @Override
  void close();
}
