/**
 * Writes batches of ids into memory of the caller or into a new array. The positions (claimed
 * numbers) of a batch arrive in runs, which are ranges of consecutive positions.
 */
@NullMarked
package io.mintmark.internal.batch;

import org.jspecify.annotations.NullMarked;
