/**
 * Batches of ids on their way into memory, the caller's own or a new array, a run of positions at a
 * time.
 */
@NullMarked
package io.mintmark.internal.batch;

import org.jspecify.annotations.NullMarked;
