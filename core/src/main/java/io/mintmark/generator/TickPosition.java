package io.mintmark.generator;

import java.time.Instant;

/**
 * The time and number that a position on a line of time stands for, for people.
 *
 * @param from when the position's tick starts, to the millisecond
 * @param to when the next tick starts
 * @param number the number within the tick, 0 to the capacity, exclusive
 * @param capacity how many numbers a tick has
 */
public record TickPosition(Instant from, Instant to, long number, long capacity) {}
