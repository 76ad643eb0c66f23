package io.mintmark.snowflake;

import java.time.Instant;

/**
 * A Snowflake id taken apart: its time, worker and number.
 *
 * @param id the id; above 2^63 it is negative here and meant unsigned
 * @param time the start of its tick
 * @param worker its worker number
 * @param number its number within the tick
 */
public record SnowflakeId(long id, Instant time, long worker, long number) {}
