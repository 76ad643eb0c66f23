package io.mintmark.peers;

/**
 * How one library came through one scenario.
 *
 * @param scenario what was done
 * @param peer the library
 * @param drawn what its processes made together
 * @param duplicates how many of these ids were there before
 */
record Row(Scenario scenario, Peer peer, Drawn drawn, long duplicates) {}
