/**
 * Ids whose prefix shows what they identify, such as {@code ord_123456789012345678}. The text after
 * the prefix is an id of another kind, for example a Snowflake. A check digit is optional.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.prefix.PrefixedGenerator;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   PrefixedGenerator orders =
 *       mint.prefixed("orders", p -> p.prefix("ord").checkDigit().snowflake(s -> {}));
 *   String id = orders.next();
 *   long number = Long.parseLong(orders.parse(id));               // for a column of numbers
 * }
 * }</pre>
 *
 * <p>A {@link io.mintmark.uuid.TypeId} is a UUID with a prefix, in a form that the TypeID
 * specification defines. This package makes TypeIDs too. Readable keys do not need this package,
 * because their format can contain a prefix.
 */
@NullMarked
package io.mintmark.prefix;

import org.jspecify.annotations.NullMarked;
