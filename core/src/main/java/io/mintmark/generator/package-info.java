/** The methods and values that generators of every kind have. */
@NullMarked
package io.mintmark.generator;

import org.jspecify.annotations.NullMarked;
