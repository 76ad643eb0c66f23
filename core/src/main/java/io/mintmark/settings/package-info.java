/**
 * The settings that all kinds of id with a time have: whose worker numbers they take, how far
 * ahead they claim, and what happens when the clock steps back.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import java.time.Duration;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   mint.snowflake("users", s -> s.window(Duration.ofSeconds(30)).workers(0, 511));
 * }
 * }</pre>
 *
 * <p>You meet {@link TimedBuilder} only as what {@link io.mintmark.snowflake.SnowflakeBuilder} and
 * {@link io.mintmark.key.KeyBuilder} extend.
 */
@NullMarked
package io.mintmark.settings;

import org.jspecify.annotations.NullMarked;
