/** Races inside a local line. */
@NullMarked
package io.mintmark.line;

import org.jspecify.annotations.NullMarked;
