/**
 * Encodings of ids as text, check digits, and the hash that routes and fingerprints.
 */
@NullMarked
package io.mintmark.text;

import org.jspecify.annotations.NullMarked;
