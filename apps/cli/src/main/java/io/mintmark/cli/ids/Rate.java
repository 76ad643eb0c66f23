package io.mintmark.cli.ids;

import java.time.Duration;
import java.time.Instant;

/**
 * The distribution of ids over their times.
 *
 * @param earliest the earliest id's time
 * @param latest the latest id's time
 * @param perSecond ids per second from the first to the last, on average
 * @param busiest the most ids in one span
 * @param span the length of a span: one second, or more if the ids spread over more than an hour
 */
public record Rate(
    Instant earliest, Instant latest, double perSecond, long busiest, Duration span) {}
