/**
 * The settings that all kinds of id with a time have in common: the worker numbers to use, how far
 * ahead to claim, and the reaction to a clock that steps back.
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
 * <p>Applications use {@link TimedBuilder} only through its subclasses {@link
 * io.mintmark.snowflake.SnowflakeBuilder} and {@link io.mintmark.key.KeyBuilder}.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.settings;

import org.jspecify.annotations.NullMarked;
