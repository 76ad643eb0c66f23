/**
 * Readable keys: order numbers of constant width, with a date, a tenant, a number, a check digit. A
 * key can also contain the database and table of its row.
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
 * <p>{@link KeyFormat} documents the fields of a format. A format with a {@code worker} field makes
 * keys in nanoseconds. A format without it makes a claim on the store for each key.
 */
@NullMarked
package io.mintmark.key;

import org.jspecify.annotations.NullMarked;
