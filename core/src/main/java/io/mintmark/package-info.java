/**
 * The entry point: {@link Mintmark} opens a store and hands out generators by name. Open one when
 * your application starts, share it between all threads, and close it at the end.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   long user = mint.snowflake("users").next();
 *   long invoice = mint.sequence("invoices").next();
 *   String order = mint.keys("orders", k -> k.format("OD-{time:yyyyMMdd}-{seq:6}")).next();
 * }
 * }</pre>
 *
 * <p>The URL chooses the store. {@code memory:} forgets everything at the end, for tests; the
 * others, such as {@code file:ids} and {@code jdbc:postgresql://...}, come with artifacts of their
 * own. {@link Mintmark#builder} sets timeouts, an observer, or a store that you have opened
 * yourself.
 *
 * <p>Ids that need no store are made without a Mintmark too: {@link
 * io.mintmark.objectid.ObjectId#next} and {@link io.mintmark.uuid.Uuids}.
 */
@NullMarked
package io.mintmark;

import org.jspecify.annotations.NullMarked;
