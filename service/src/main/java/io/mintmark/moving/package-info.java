/**
 * Moves the lines of one store to another while processes claim on them, so that no position is
 * claimed twice. The command {@code mintmark lines copy} uses it.
 *
 * <pre>{@code
 * import io.mintmark.moving.LinesCopy;
 * import io.mintmark.internal.store.MemoryStore;
 *
 * MemoryStore from = new MemoryStore();
 * MemoryStore to = new MemoryStore();
 * LinesCopy copy = new LinesCopy(
 *     from, to, "jdbc:postgresql://db/shop", (step, done) -> System.out.println(step + done), 8);
 * copy.plan().faults().forEach(System.out::println);
 * System.out.println(copy.run().lines() + " lines were moved");
 * }</pre>
 */
@NullMarked
package io.mintmark.moving;

import org.jspecify.annotations.NullMarked;
