/**
 * Numbers and bytes as text in several bases, check digits, forms of ids that other systems write,
 * the hash that routes and fingerprints, and the nearest of some words to a mistyped one.
 */
@NullMarked
package io.mintmark.internal.text;

import org.jspecify.annotations.NullMarked;
