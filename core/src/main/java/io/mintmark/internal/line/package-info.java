/**
 * Claims positions and hands them out one by one inside the process, without a call to the store
 * for each. A line is a named number in a store, and it only grows. A claim on a line gives a range
 * of the line's positions to a single process. A window is a range of positions in time that is
 * claimed ahead. Each position is handed out once, and becomes one id.
 */
@NullMarked
package io.mintmark.internal.line;

import org.jspecify.annotations.NullMarked;
