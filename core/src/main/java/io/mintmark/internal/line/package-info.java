/** Positions inside the process: claimed ranges, handed out one by one at the speed of memory. */
@NullMarked
package io.mintmark.internal.line;

import org.jspecify.annotations.NullMarked;
