/**
 * What a store is: durable numbers that only grow, called lines, and the one operation that all
 * uniqueness rests on, {@link ClaimStore#claim}. You need this package to write a store for
 * another engine, and for tests with {@link MemoryStore}.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.MemoryStore;
 *
 * MemoryStore store = new MemoryStore();
 * try (Mintmark one = Mintmark.open(store); Mintmark two = Mintmark.open(store)) {
 *   long first = one.sequence("rows").next();
 *   long second = two.sequence("rows").next();       // another number: they share the store
 * }
 * }</pre>
 *
 * <p>{@link ClaimStoreProvider} makes a store known by the scheme of its URL. {@code
 * mintmark-testkit} has the contract that every store passes.
 */
@NullMarked
package io.mintmark.store;

import org.jspecify.annotations.NullMarked;
