/**
 * Ids whose prefix shows what they identify, such as {@code ord_123456789012345678}. The prefix
 * precedes an id of any kind. A check digit is optional.
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
 * <p>A {@link io.mintmark.uuid.TypeId} is a UUID with a prefix in a published form. This package
 * makes TypeIDs too. A readable key has its prefix in its format.
 */
@NullMarked
package io.mintmark.prefix;

import org.jspecify.annotations.NullMarked;
