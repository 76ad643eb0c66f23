/**
 * Reads many ids of any origin, one after the other and in bounded memory. Finds repeats, the
 * library that made the ids, steps of clocks, and limits that are near. Writes temporary files if
 * the ids do not fit into the memory, and does no other I/O.
 */
@NullMarked
package io.mintmark.cli.ids;

import org.jspecify.annotations.NullMarked;
