package io.mintmark.line;

import java.util.OptionalLong;

/**
 * Which worker numbers there are, and how far ahead they are claimed.
 *
 * @param workersFrom the first number
 * @param workersEnd the end, exclusive
 * @param preferredWorker the number to try first
 * @param windowTicks how many ticks from now a window reaches; 0 to claim only what a call asks for
 * @param maxSkewMs how far the clock may be ahead of the engine's
 * @param clockConfirmed whether the clock is believed where the engine has none to compare
 */
public record WindowRules(
    long workersFrom,
    long workersEnd,
    OptionalLong preferredWorker,
    long windowTicks,
    long maxSkewMs,
    boolean clockConfirmed) {}
