/**
 * What is this id? Every reading that fits, likeliest first.
 */
@NullMarked
package io.mintmark.inspect;

import org.jspecify.annotations.NullMarked;
