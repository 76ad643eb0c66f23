package io.mintmark.snowflake;

import java.time.Instant;

/**
 * The fields of a Snowflake id: its time, worker and number.
 *
 * @param id the id; from 2^63 on it is unsigned, and negative here
 * @param time the start of its tick
 * @param worker its worker number
 * @param number its number within the tick
 */
public record SnowflakeId(long id, Instant time, long worker, long number) {}
