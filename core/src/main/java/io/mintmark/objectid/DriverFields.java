package io.mintmark.objectid;

/**
 * The fields of an ObjectId in the layout that the early Java driver of MongoDB actually used: 4
 * bytes of seconds, 4 bytes of machine, and 4 bytes of inc (a counter). The lower half of the
 * machine identified the process. Every id can be read in this layout, but the fields have this
 * meaning only in ids that were made in it.
 *
 * @param seconds the seconds since 1970, 32 bits
 * @param machine the machine, 32 bits; negative if the highest bit is set, as in that driver
 * @param inc the value of the counter, 32 bits; negative if the highest bit is set
 */
public record DriverFields(long seconds, int machine, int inc) {}
