/** Copies lines between two stores, in every interleaving with processes that claim on them. */
@NullMarked
package io.mintmark.moving;

import org.jspecify.annotations.NullMarked;
