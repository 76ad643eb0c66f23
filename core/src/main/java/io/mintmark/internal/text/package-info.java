/**
 * Converts numbers and bytes to text in several bases and back, computes check digits, and reads
 * the id formats of other systems. Also contains the hash for routing and fingerprints, and the
 * search for the known word that a user mistyped.
 */
@NullMarked
package io.mintmark.internal.text;

import org.jspecify.annotations.NullMarked;
