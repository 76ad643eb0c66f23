/**
 * Check digits: what {@code {check:NAME}} in a key's format adds, for programs that check keys
 * themselves.
 */
@NullMarked
package io.mintmark.text;

import org.jspecify.annotations.NullMarked;
