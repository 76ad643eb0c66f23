package io.mintmark.line;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

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
 * @param maxSkewMs how far the clock may be ahead of the engine's
 * @param clockConfirmed whether the clock is believed where the engine has none to compare
 * @param engineTime turns a time of the engine's clock into what the generator's clock shows then
 */
public record WindowRules(
    long workersFrom,
    long workersEnd,
    OptionalLong preferredWorker,
    long windowTicks,
    Duration segment,
    boolean shared,
    long maxSkewMs,
    boolean clockConfirmed,
    UnaryOperator<Instant> engineTime) {}
