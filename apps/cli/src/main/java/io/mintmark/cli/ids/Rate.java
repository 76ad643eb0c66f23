package io.mintmark.cli.ids;

import java.time.Duration;
import java.time.Instant;

/**
 * The spread of ids over the time that they carry.
 *
 * @param earliest the earliest id's time
 * @param latest the latest id's time
 * @param perSecond ids a second from the first to the last, on the average
 * @param busiest the most ids in one span
 * @param span how long a span is: one second, or more where ids spread over more than an hour
 */
public record Rate(
    Instant earliest, Instant latest, double perSecond, long busiest, Duration span) {}
