/**
 * Tools for authors of a store, and for tests of code that uses Mintmark: the contract of every
 * store, manually advanced time, a store that a test can make fail, and a check for duplicate ids.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.ClaimStore;
 * import io.mintmark.testkit.ClaimStoreContract;
 * import java.time.InstantSource;
 *
 * final class MyStoreTest extends ClaimStoreContract {
 *   private final ClaimStore engine =
 *       Mintmark.memoryStore(InstantSource.system());                 // an engine of your own
 *
 *   @Override
 *   protected ClaimStore open() {
 *     return engine;
 *   }
 * }
 * }</pre>
 *
 * <p>These tools use packages of Mintmark that are not exported. So tests that use them run on the
 * class path, or require the module {@code mintmark.testkit}.
 *
 * <p>An application that only needs ids in its tests does not need this package: {@code
 * Mintmark.open("memory:")} is enough.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.testkit;

import org.jspecify.annotations.NullMarked;
