package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.Optional;

/**
 * Facts about ids that are known before they are read.
 *
 * @param newest the latest time at which the newest id can have been made
 * @param inOrder whether the ids are in the order in which they were made
 * @param layout the layout of numbers, if it is known
 */
public record CheckOptions(Instant newest, boolean inOrder, Optional<SnowflakeLayout> layout) {}
