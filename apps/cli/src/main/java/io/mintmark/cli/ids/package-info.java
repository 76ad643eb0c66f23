/**
 * Reads many ids that anybody made, one after the other and in bounded memory, and finds repeats,
 * what made the ids, steps of clocks, and what runs out. Writes temporary files for what does not
 * fit into the memory, and does no other I/O.
 */
@NullMarked
package io.mintmark.cli.ids;

import org.jspecify.annotations.NullMarked;
