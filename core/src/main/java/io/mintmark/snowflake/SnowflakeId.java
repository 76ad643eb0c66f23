package io.mintmark.snowflake;

import java.time.Instant;

/**
 * The fields of a Snowflake id.
 *
 * @param id the id; an unsigned id of 2^63 or more is a negative number
 * @param time the start of the id's tick
 * @param worker the worker number in the id
 * @param number the number of the id within its tick
 */
public record SnowflakeId(long id, Instant time, long worker, long number) {}
