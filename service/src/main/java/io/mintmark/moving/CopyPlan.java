package io.mintmark.moving;

import io.mintmark.store.Line;
import java.util.List;

/**
 * A copy that was planned without writing.
 *
 * @param lines the lines of the source that the copy moves, fingerprints included, in the order of
 *     their names; a line that is sealed and in the target already is left out
 * @param faults the reasons why the copy would be refused now; empty if it would run
 */
public record CopyPlan(List<Line> lines, List<String> faults) {}
