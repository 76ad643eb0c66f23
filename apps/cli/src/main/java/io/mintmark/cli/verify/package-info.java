/**
 * Finds out whether ids repeat: exactly for any number of them, in bounded memory.
 */
@NullMarked
package io.mintmark.cli.verify;

import org.jspecify.annotations.NullMarked;
