package io.mintmark.store.engine;

import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes and reads lines (named, durable counters) in an engine, for example a database. Each
 * adapter implements this interface. {@link EngineStore} makes a store from the implementation, and
 * does everything that is common to all engines.
 *
 * <p>Every call must return or throw within its deadline. The interrupt flag of the thread is
 * cleared when a call starts. Many threads may read at the same time, also during a write.
 */
public interface StoreEngine {

  /**
   * Makes several writes in one round trip to the engine, or in as few as the engine allows.
   * Answers each write when the change that it makes is durable. One thread at a time calls this
   * for the lines of a {@link #lane}, but not always the same thread.
   *
   * <p>The writes need not be atomic together: the engine may make some and fail with others. A
   * write without an answer counts as failed. If this method throws, all writes count as failed,
   * including those already answered.
   *
   * @param writes one or more, at most one per line
   * @param deadline the end of the call
   * @throws Exception if the engine could not be reached, or the outcome is unknown
   */
  void write(List<Write> writes, Deadline deadline) throws Exception;

  /**
   * Returns the most lines that {@link #write} accepts at once.
   *
   * @return 1 or more
   */
  int maxLines();

  /**
   * Returns whether a {@link Write.CompareAndSet} that creates a line writes its note too.
   *
   * @return false if the note needs a {@link Write.Note} of its own; by default true
   */
  default boolean notesNewLines() {
    return true;
  }

  /**
   * Returns the lane of a line, for an engine with several servers. A lane is a queue of writes for
   * one server. While a server hangs, the writes of other lanes continue.
   *
   * @param line the line's name
   * @return the lane's name; empty for an engine with one lane, or while the line's server is
   *     unknown
   */
  default String lane(String line) {
    return "";
  }

  /**
   * Returns whether this is the engine of a read-only store whose table (or other container of
   * lines) does not exist yet. Then no line is written or read.
   *
   * @return false by default
   */
  default boolean isEmpty() {
    return false;
  }

  /**
   * Reads a line's position.
   *
   * @param line the line's name
   * @param deadline the end of the call
   * @return the line's next position, 0 if the line does not exist
   * @throws Exception if it could not be read
   */
  long position(String line, Deadline deadline) throws Exception;

  /**
   * Reads the positions of several lines and the engine's clock, in as few round trips as possible.
   *
   * @param lines the lines' names; may be many
   * @param deadline the end of the call
   * @return a position for each line, in the same order, and the engine's time if it has a clock
   * @throws Exception if they could not be read
   */
  default LinePositions positions(List<String> lines, Deadline deadline) throws Exception {
    List<Long> next = new ArrayList<>();
    for (String line : lines) {
      next.add(position(line, deadline));
    }
    return new LinePositions(next, now(deadline));
  }

  /**
   * Lists lines as {@link io.mintmark.internal.store.LineStore#lines(LinePage)} specifies.
   *
   * @param page selects the lines
   * @param deadline the end of the call
   * @return the lines, in the order of their names' bytes
   * @throws Exception if they could not be read
   */
  List<Line> lines(LinePage page, Deadline deadline) throws Exception;

  /**
   * Reads the engine's clock.
   *
   * @param deadline the end of the call
   * @return the engine's time, or empty for an engine without a clock
   * @throws Exception if it could not be read
   */
  default Optional<Instant> now(Deadline deadline) throws Exception {
    return Optional.empty();
  }

  /**
   * Returns whether the engine can lose acknowledged writes. Only then {@link #life} and {@link
   * #declareNew} are called.
   *
   * @return false by default
   */
  default boolean canLoseAcknowledgedWrites() {
    return false;
  }

  /**
   * Returns whether the engine itself notices deleted lines, so that its {@link #life} ends with
   * them. Otherwise {@link EngineStore} detects the deletion with a line of its own.
   *
   * @return false by default
   */
  default boolean noticesDeletedLines() {
    return false;
  }

  /**
   * Reads the time since which the engine has kept all acknowledged writes, and after that the
   * positions of lines.
   *
   * @param lines the lines' names, one or more
   * @param deadline the end of the call
   * @return the life that the servers of these lines share
   * @throws Exception if it could not be read
   */
  default EngineLife life(List<String> lines, Deadline deadline) throws Exception {
    throw new UnsupportedOperationException("the engine loses nothing that it acknowledged");
  }

  /**
   * Declares the engine new and empty, if no earlier life is known. Called only if the engine can
   * lose acknowledged writes. If {@link #noticesDeletedLines} is false, the engine must also
   * contain no lines.
   *
   * @param onlyAsk whether to change nothing, and only check whether it could be declared new
   * @param deadline the end of the call
   * @return empty if the engine is new; otherwise the time since which the engine has been in use,
   *     and then nothing was changed
   * @throws Exception if the engine could not be reached
   */
  default Optional<Instant> declareNew(boolean onlyAsk, Deadline deadline) throws Exception {
    return Optional.empty();
  }

  /** Closes the connection to the engine. Called after the last write was answered. */
  void close();
}
