/**
 * The entry point: {@link Mintmark} opens a store and creates generators by name. Open one when
 * your application starts, share it between all threads, and close it at the end.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   long user = mint.snowflake("users").next();
 *   long invoice = mint.sequence("invoices").next();
 *   String order =
 *       mint.keys("orders", k -> k.format("OD-{time:yyyyMMdd}-{seq:6}").zone("UTC")).next();
 * }
 * }</pre>
 *
 * <p>The URL chooses the store. {@code memory:} is for tests: it is lost when the process ends. The
 * other stores, such as {@code file:ids} and {@code jdbc:postgresql://...}, are in artifacts of
 * their own. {@link Mintmark#builder} sets timeouts, an observer, or a store that you have opened
 * yourself.
 *
 * <p>Two kinds of id need neither a store nor a Mintmark: {@link
 * io.mintmark.objectid.ObjectId#next} and {@link io.mintmark.uuid.Uuids}.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark;

import org.jspecify.annotations.NullMarked;
