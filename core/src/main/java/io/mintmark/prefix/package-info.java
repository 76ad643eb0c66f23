/**
 * Ids whose prefix shows what they identify, such as {@code ord_123456789012345678}. The text after
 * the prefix is an id of another kind, for example a Snowflake. A check digit is optional.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.prefix.PrefixedIds;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   PrefixedIds orders = PrefixedIds.of(mint.snowflake("orders"), "ord").withCheckDigit();
 *   String id = orders.next();
 *   long number = Long.parseLong(orders.parse(id));               // for a column of numbers
 * }
 * }</pre>
 *
 * <p>A {@link io.mintmark.uuid.TypeId} is a UUID with a prefix, in a form that the TypeID
 * specification defines. This package makes TypeIDs too. The format of readable keys can contain a
 * prefix.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.prefix;

import org.jspecify.annotations.NullMarked;
