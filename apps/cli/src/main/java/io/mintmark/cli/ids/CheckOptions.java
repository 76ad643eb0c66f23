package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of ids before they are read.
 *
 * @param newest when the newest can have been made at the latest
 * @param inOrder whether they come in the order in which they were made
 * @param layout what numbers are, if somebody knows it
 * @param column the column that holds them, if it is known
 */
public record CheckOptions(
    Instant newest, boolean inOrder, @Nullable SnowflakeLayout layout, Optional<Column> column) {}
