/**
 * Numbers and bytes as text in several bases, check digits, id formats of other systems, the hash
 * for routing and fingerprints, and the search for the known word nearest to a mistyped one.
 */
@NullMarked
package io.mintmark.internal.text;

import org.jspecify.annotations.NullMarked;
