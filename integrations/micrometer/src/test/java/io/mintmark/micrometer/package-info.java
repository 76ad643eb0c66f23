/** Tests of meters with real generators. */
@NullMarked
package io.mintmark.micrometer;

import org.jspecify.annotations.NullMarked;
