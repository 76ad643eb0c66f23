package io.mintmark.moving;

import java.util.List;

/**
 * The steps of a copy that was planned without writing.
 *
 * @param lines every line of the source that a copy changes, in the order of their names
 * @param faults the reasons why the copy would be refused now; empty if it would run
 */
public record CopyPlan(List<Step> lines, List<String> faults) {

  /** The action for a line. */
  public enum Action {
    /** Raise the target's line to the source's, then seal the source's line. */
    MOVE,
    /** Write the fingerprint to the target, then seal it in the source. */
    COPY_FINGERPRINT,
    /** Nothing: the line is sealed already. */
    DONE
  }

  /**
   * The action for one line.
   *
   * @param name the line's name
   * @param from the line's position in the source
   * @param to the line's position in the target, 0 if the line does not exist there
   * @param action the action
   */
  public record Step(String name, long from, long to, Action action) {}
}
