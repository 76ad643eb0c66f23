/** Races inside a local line. */
@NullMarked
package io.mintmark.internal.line;

import org.jspecify.annotations.NullMarked;
