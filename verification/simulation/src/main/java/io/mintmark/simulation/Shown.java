package io.mintmark.simulation;

import java.util.Map;

/**
 * What a world has shown. There is one such class, however often the others are loaded ({@link
 * OwnClasses}).
 *
 * @param ids how many ids were made
 * @param faults how many of each kind happened
 * @param failures how many calls failed in each way
 * @param events how many events there were
 * @param digest a number made of all ids, their times and their processes: worlds that differ in
 *     one of them nearly always differ in this
 * @param story of what should not have been seen there; empty if there was nothing
 */
public record Shown(
    long ids,
    Map<String, Long> faults,
    Map<String, Long> failures,
    long events,
    long digest,
    String story) {}
