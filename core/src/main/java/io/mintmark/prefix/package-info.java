/**
 * Ids that say what they are the ids of: a prefix before the text of any kind, such as {@code
 * ord_123456789012345678}, with a check digit if you like.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.prefix.PrefixedGenerator;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   PrefixedGenerator orders =
 *       mint.prefixed("orders", p -> p.prefix("ord").checkDigit().snowflake(s -> {}));
 *   String id = orders.next();
 *   long number = Long.parseLong(orders.read(id));                // for a column of numbers
 * }
 * }</pre>
 *
 * <p>A {@link io.mintmark.uuid.TypeId} is a UUID with a prefix in a published form, and made here
 * too. A readable key has its prefix in its format.
 */
@NullMarked
package io.mintmark.prefix;

import org.jspecify.annotations.NullMarked;
