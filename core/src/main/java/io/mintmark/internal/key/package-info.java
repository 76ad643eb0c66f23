/** Measurements for people who choose a key format. Users' programs do not need this package. */
@NullMarked
package io.mintmark.internal.key;

import org.jspecify.annotations.NullMarked;
