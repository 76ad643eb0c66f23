/** Gives simulated processes access to package-private classes for moving lines. */
@NullMarked
package io.mintmark.moving;

import org.jspecify.annotations.NullMarked;
