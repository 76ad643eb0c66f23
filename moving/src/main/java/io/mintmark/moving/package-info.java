/**
 * Moves the lines of one store to another while processes claim on them, so that nothing is claimed
 * twice.
 */
@NullMarked
package io.mintmark.moving;

import org.jspecify.annotations.NullMarked;
