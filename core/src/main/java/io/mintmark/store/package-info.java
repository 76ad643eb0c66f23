/**
 * Stores. A store holds lines, which are durable numbers that only grow. Uniqueness depends on a
 * single operation, {@link ClaimStore#claim}. You need this package only to write a store for
 * another engine, or to share a store between several Mintmarks:
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.ClaimStore;
 * import java.time.InstantSource;
 *
 * ClaimStore store = Mintmark.memoryStore(InstantSource.system());
 * try (Mintmark one = Mintmark.open(store); Mintmark two = Mintmark.open(store)) {
 *   long first = one.sequence("rows").next();
 *   long second = two.sequence("rows").next();       // another number: they share the store
 * }
 * }</pre>
 *
 * <p>A {@link ClaimStoreProvider} opens stores whose URLs have one of its schemes. {@code
 * mintmark-testkit} contains the contract that every store must pass.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.store;

import org.jspecify.annotations.NullMarked;
