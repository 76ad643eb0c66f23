/**
 * Claims positions and hands them out one by one inside the process, without a call to the store
 * for each. A line is a named number in a store, and it only grows. A claim on a line gives a range
 * of the line's positions to a single process. A tick is the unit of time in an id. A window is a
 * span of time that is claimed ahead, and a segment is a range of a sequence's positions that is
 * claimed ahead. Each position is handed out once, and becomes one id.
 */
@NullMarked
package io.mintmark.internal.line;

import org.jspecify.annotations.NullMarked;
