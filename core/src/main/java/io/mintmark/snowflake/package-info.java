/**
 * 64-bit ids that consist of a time, a worker number and a number within the unit of time. Ids
 * never repeat, even if a clock steps back.
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
 * <p>Processes that share a store take worker numbers automatically. {@link SnowflakeLayout}
 * includes the layouts of other libraries, to continue their ids or to decode them. To choose the
 * worker number yourself, for example 7, set {@code workers(7, 7)}.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.snowflake;

import org.jspecify.annotations.NullMarked;
