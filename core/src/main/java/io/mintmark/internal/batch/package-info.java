/**
 * Writes batches of ids into memory, the caller's own or a new array, one run of positions at a
 * time.
 */
@NullMarked
package io.mintmark.internal.batch;

import org.jspecify.annotations.NullMarked;
