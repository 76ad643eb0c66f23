/**
 * Positions inside the process, handed out one by one at the speed of memory. A line is a named
 * number in a store, and it only grows. A claim on a line gives a range of its positions to one
 * process alone. A window is a range of positions in time, claimed ahead. Each position is handed
 * out once, and becomes one id.
 */
@NullMarked
package io.mintmark.internal.line;

import org.jspecify.annotations.NullMarked;
