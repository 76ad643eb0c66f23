package io.mintmark.moving;

import java.util.List;

/**
 * The result of a copy.
 *
 * @param lines how many lines of the source are sealed and stand in the target, fingerprints not
 *     counted
 * @param sealed how many of them this run sealed
 * @param fingerprints how many fingerprints of settings stand in the target
 * @param clashes names that were put to use in the target while the lines were on their way; what
 *     was made under them there until then may repeat what the source made
 */
public record CopyReport(int lines, int sealed, int fingerprints, List<String> clashes) {

  /**
   * Copies the list.
   *
   * @param lines how many lines are sealed and stand in the target
   * @param sealed how many of them this run sealed
   * @param fingerprints how many fingerprints stand in the target
   * @param clashes names that were put to use in the target meanwhile
   */
  public CopyReport {
    clashes = List.copyOf(clashes);
  }
}
