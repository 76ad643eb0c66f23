package io.mintmark.moving;

import java.util.List;

/**
 * The result of a copy.
 *
 * @param lines how many lines of the source are sealed and present in the target; fingerprints are
 *     not counted here
 * @param sealed how many of them this run sealed
 * @param fingerprints how many fingerprints of settings are present in the target
 * @param clashes names that were used in the target before their lines had arrived. Ids that the
 *     target made under these names before their lines arrived may repeat ids of the source
 */
public record CopyReport(int lines, int sealed, int fingerprints, List<String> clashes) {}
