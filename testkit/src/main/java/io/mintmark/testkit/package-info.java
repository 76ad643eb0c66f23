/**
 * Tools for authors of a store, and for tests of code that uses Mintmark: the contract of every
 * store, manually advanced time, a store that a test can make fail, and a check for duplicate ids.
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
 * <p>An application that only needs ids in its tests does not need this package: {@code
 * Mintmark.open("memory:")} is enough.
 */
@NullMarked
package io.mintmark.testkit;

import org.jspecify.annotations.NullMarked;
