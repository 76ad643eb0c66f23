/**
 * 64-bit ids of time, worker and number. A clock that steps back never makes an id repeat.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.snowflake.SnowflakeGenerator;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   SnowflakeGenerator users = mint.snowflake("users");
 *   long id = users.next();
 *   System.out.println(id + " " + users.decode(id).time());
 * }
 * }</pre>
 *
 * <p>Processes that share a store take worker numbers automatically. {@link SnowflakeLayout} has
 * the layouts of other libraries, to continue with their ids or to read them. To keep a worker
 * number that you chose yourself, set {@code workers(7, 7)}.
 */
@NullMarked
package io.mintmark.snowflake;

import org.jspecify.annotations.NullMarked;
