/** Elapsed time, which no step of the wall clock moves. */
@NullMarked
package io.mintmark.time;

import org.jspecify.annotations.NullMarked;
