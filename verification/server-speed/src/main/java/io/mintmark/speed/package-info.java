/** Measures the server against what it may replace, from outside, as its users meet it. */
@NullMarked
package io.mintmark.speed;

import org.jspecify.annotations.NullMarked;
