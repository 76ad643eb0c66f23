/**
 * Positions inside the process: what was claimed, handed out one by one at the speed of memory.
 */
@NullMarked
package io.mintmark.internal.line;

import org.jspecify.annotations.NullMarked;
