/** Runs many seeds, and injects bugs that the runs must find. */
@NullMarked
package io.mintmark.simulation;

import org.jspecify.annotations.NullMarked;
