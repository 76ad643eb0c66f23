/**
 * For those who write a store, or test what they build on Mintmark: the contract that every store
 * keeps, time that moves by hand, a store that fails on command, and a check for duplicate ids.
 *
 * <pre>{@code
 * import io.mintmark.store.ClaimStore;
 * import io.mintmark.store.MemoryStore;
 * import io.mintmark.testkit.ClaimStoreContract;
 *
 * final class MyStoreTest extends ClaimStoreContract {
 *   private final MemoryStore engine = new MemoryStore();      // an engine of your own
 *
 *   @Override
 *   protected ClaimStore open() {
 *     return engine;
 *   }
 * }
 * }</pre>
 *
 * <p>An application that only wants ids in its tests needs none of this: {@code
 * Mintmark.open("memory:")} does.
 */
@NullMarked
package io.mintmark.testkit;

import org.jspecify.annotations.NullMarked;
