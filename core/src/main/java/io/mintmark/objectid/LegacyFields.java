package io.mintmark.objectid;

/**
 * The fields of an ObjectId in the layout that its specification had until July 2018: 4 bytes of
 * seconds, 3 bytes of machine, 2 bytes of process, and 3 bytes of counter. Every id can be read in
 * this layout, but the fields have this meaning only in ids that were made in it.
 *
 * @param seconds the seconds since 1970, 32 bits
 * @param machine a hash of the host's name or network interfaces, 24 bits
 * @param process the number of the process, 16 bits
 * @param counter the value of the counter, 24 bits
 */
public record LegacyFields(long seconds, int machine, int process, int counter) {}
