/**
 * Readable keys: order numbers of one width for ever, with a date, a tenant, a number, a check
 * digit. A key can also say in which database and table its row lies.
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
 *   String order = orders.next("user-42");           // lies where the orders of this user lie
 *   System.out.println(orders.route(order));         // the database and the table
 * }
 * }</pre>
 *
 * <p>{@link KeyBuilder#format(String)} has the fields of a format. A format with a {@code worker}
 * field makes keys in nanoseconds, one without it claims each key on the store.
 */
@NullMarked
package io.mintmark.key;

import org.jspecify.annotations.NullMarked;
