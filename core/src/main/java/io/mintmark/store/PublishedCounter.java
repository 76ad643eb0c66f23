package io.mintmark.store;

import java.util.OptionalLong;

/**
 * A counter of another system, from which numbers were handed out until now and which a sequence is
 * to continue.
 *
 * @param what the counter in words, without secrets, for example {@code key orders at
 *     redis://127.0.0.1:6379/0}
 * @param next the number that it would hand out next
 * @param step by how much its numbers grow, 1 or more
 * @param cycleEnd the number after which it starts over at 1, if it does
 */
public record PublishedCounter(String what, long next, long step, OptionalLong cycleEnd) {}
