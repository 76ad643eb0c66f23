/** Meters that are read from real generators. */
@NullMarked
package io.mintmark.micrometer;

import org.jspecify.annotations.NullMarked;
