/**
 * A store behind a Mintmark server, or behind several servers that share one store. Processes claim
 * over HTTP, and need no access to the database. Its URL is {@code mintmark://HOST:PORT} or
 * {@code mintmark://ONE:PORT,OTHER:PORT}.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.remote.RemoteStore;
 *
 * try (RemoteStore store = RemoteStore.builder().url("mintmark://127.0.0.1:7600").open();
 *     Mintmark mint = Mintmark.open(store)) {
 *   System.out.println(mint.snowflake("users").next());
 * }
 * }</pre>
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.store.remote;

import org.jspecify.annotations.NullMarked;
