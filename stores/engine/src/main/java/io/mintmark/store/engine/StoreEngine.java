package io.mintmark.store.engine;

import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.LinePositions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The interface that an adapter implements: it writes and reads lines in its engine. {@link
 * EngineStore} makes a store of it, and does all that is the same for every engine.
 *
 * <p>Every call returns or throws within its deadline, and comes with the thread's interrupt flag
 * cleared. Reads may come from many threads at a time, beside a write.
 */
public interface StoreEngine {

  /**
   * Does writes as {@link BatchEngine#execute} says.
   *
   * @param writes one or more, no two of them on one line
   * @param deadline when that has to be over
   * @throws Exception if the engine could not be asked, or its answer is not known
   */
  void write(List<Write> writes, Deadline deadline) throws Exception;

  /**
   * Returns how many lines {@link #write} takes at most.
   *
   * @return 1 or more
   */
  int maxLines();

  /**
   * Names what a line waits for, where an engine has several servers: writes of other lanes go on
   * beside those of this one while its server hangs.
   *
   * @param line the line's name
   * @return empty for an engine with one lane, and while it is not known which server has the line
   */
  default String lane(String line) {
    return "";
  }

  /**
   * Reads where a line stands.
   *
   * @param line the line's name
   * @param deadline when that has to be over
   * @return its next position, 0 for a line that does not exist
   * @throws Exception if it could not be read
   */
  long position(String line, Deadline deadline) throws Exception;

  /**
   * Reads where several lines stand, and the engine's clock, in as few round trips as it can.
   *
   * @param lines their names; may be many
   * @param deadline when that has to be over
   * @return a position for each, in the same order, and the engine's time if it has a clock
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
   * Lists lines as {@link io.mintmark.store.ClaimStore#lines(LinePage)} says.
   *
   * @param page which lines
   * @param deadline when that has to be over
   * @return the lines, in the order of their names' bytes
   * @throws Exception if they could not be read
   */
  List<Line> lines(LinePage page, Deadline deadline) throws Exception;

  /**
   * Reads the engine's clock.
   *
   * @param deadline when that has to be over
   * @return the engine's time, or empty for an engine that has no clock
   * @throws Exception if it could not be read
   */
  default Optional<Instant> now(Deadline deadline) throws Exception {
    return Optional.empty();
  }

  /**
   * Tells whether the engine can lose what it has acknowledged. Only then {@link #life} and {@link
   * #declareNew} are called.
   *
   * @return false unless an adapter knows better
   */
  default boolean canLoseAcknowledgedWrites() {
    return false;
  }

  /**
   * Tells whether a {@link #life} also ends when lines are deleted, as where the engine keeps a
   * note of its own beside them. Otherwise {@link EngineStore} keeps one on a line.
   *
   * @return false unless an adapter knows better
   */
  default boolean noticesDeletedLines() {
    return false;
  }

  /**
   * Reads since when the engine remembers all that it acknowledged, and then some lines' positions.
   *
   * @param lines their names, one or more
   * @param deadline when that has to be over
   * @return the life that the servers of these lines have in common
   * @throws Exception if it could not be read
   */
  default EngineLife life(List<String> lines, Deadline deadline) throws Exception {
    throw new UnsupportedOperationException("the engine loses nothing that it acknowledged");
  }

  /**
   * Believes that the engine is new and empty, if nothing is known of a life before. Called only
   * if the engine can lose what it acknowledged; unless it {@link #noticesDeletedLines}, only if it
   * has no lines.
   *
   * @param onlyAsk whether to change nothing, and to answer whether it could be declared
   * @param deadline when that has to be over
   * @return since when the engine is in use, if it is not new: then nothing was changed
   * @throws Exception if the engine could not be asked
   */
  default Optional<Instant> declareNew(boolean onlyAsk, Deadline deadline) throws Exception {
    return Optional.empty();
  }

  /** Gives the engine back, after the last write was answered. */
  void close();
}
