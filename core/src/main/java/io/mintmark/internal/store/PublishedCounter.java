package io.mintmark.internal.store;

import java.util.OptionalLong;

/**
 * A counter of another system, which has handed out numbers until now, and which a sequence will
 * continue.
 *
 * @param what a description of the counter, without secrets, for example {@code key orders at
 *     redis://127.0.0.1:6379/0}
 * @param next the number that it would hand out next
 * @param step the difference between two numbers, 1 or more
 * @param cycleEnd the number after which it starts over at 1, or empty if it does not
 */
public record PublishedCounter(String what, long next, long step, OptionalLong cycleEnd) {}
