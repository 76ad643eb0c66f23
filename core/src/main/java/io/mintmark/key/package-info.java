/**
 * Readable keys, for example order numbers. All keys of a format have the same length. They can
 * contain a date, a number, a tenant, a check digit, and the database and table of the row.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.key.KeyGenerator;
 * import io.mintmark.key.Shards;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   KeyGenerator orders = mint.keys(
 *       "orders",
 *       k -> k.format("OD{db:2}{table:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}")
 *           .shards(Shards.of(4, 2)));
 *   String order = orders.nextFor("user-42");         // beside this user's other orders
 *   System.out.println(orders.route(order));         // the database and the table
 * }
 * }</pre>
 *
 * <p>{@link KeyFormat} documents the fields of a format. With a {@code worker} field in the format,
 * a key is made in nanoseconds. Without this field, each call makes one claim: the store reserves
 * the numbers of its keys.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.key;

import org.jspecify.annotations.NullMarked;
