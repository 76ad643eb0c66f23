package io.mintmark.moving;

import java.util.List;

/**
 * The steps that a copy would take, found by reading alone.
 *
 * @param lines every line of the source that a copy touches, in the order of their names
 * @param faults why it is refused as things are; empty if it is not
 */
public record CopyPlan(List<Step> lines, List<String> faults) {

  /** What is to be done with a line. */
  public enum Action {
    /** The target is raised to it, then it is sealed. */
    MOVE,
    /** The fingerprint is written to the target, then sealed. */
    COPY_FINGERPRINT,
    /** It is sealed already. */
    DONE
  }

  /**
   * What is to be done with one line.
   *
   * @param name the line's name
   * @param from where it stands in the source
   * @param to where it stands in the target, 0 if it is not there
   * @param action what is to be done
   */
  public record Step(String name, long from, long to, Action action) {}

  /**
   * Copies the lists.
   *
   * @param lines every line of the source that a copy touches
   * @param faults why it is refused
   */
  public CopyPlan {
    lines = List.copyOf(lines);
    faults = List.copyOf(faults);
  }
}
