/** Runs of many seeds, and bugs made on purpose that they have to find. */
@NullMarked
package io.mintmark.simulation;

import org.jspecify.annotations.NullMarked;
