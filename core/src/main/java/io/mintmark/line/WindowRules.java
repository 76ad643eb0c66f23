package io.mintmark.line;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Which worker numbers there are, and how far ahead they are claimed.
 *
 * @param workersFrom the first number
 * @param workersEnd the end, exclusive
 * @param preferredWorker the number to try first
 * @param windowTicks how many ticks from now a window reaches; 0 to claim only what a call asks for
 * @param segment where ticks are too long for windows, how long what is claimed of one should last,
 *     so that processes share a number's tick; zero where windows are of ticks, and to claim only
 *     what a call asks for
 * @param shared whether ticks are too long for windows
 * @param skew when the clock may move a line
 */
public record WindowRules(
    long workersFrom,
    long workersEnd,
    OptionalLong preferredWorker,
    long windowTicks,
    Duration segment,
    boolean shared,
    SkewRules skew) {}
