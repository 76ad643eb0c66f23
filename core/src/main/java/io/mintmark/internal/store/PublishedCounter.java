package io.mintmark.internal.store;

/**
 * The state of a counter of another system. The counter has handed out numbers until now, and a
 * sequence will continue it.
 *
 * @param what a description of the counter, without secrets, for example {@code key orders at
 *     redis://127.0.0.1:6379/0}
 * @param next the number that the counter would hand out next
 * @param step the difference between two successive numbers, 1 or more
 */
public record PublishedCounter(String what, long next, long step) {}
