package io.mintmark.generator;

import java.time.Instant;

/**
 * The time and number of a position, on a line whose positions carry time, for people.
 *
 * @param from when the position's tick starts, to the millisecond
 * @param to when the next tick starts
 * @param number the number within the tick, 0 to the capacity, exclusive
 * @param capacity how many numbers a tick has
 */
public record TickPosition(Instant from, Instant to, long number, long capacity) {}
