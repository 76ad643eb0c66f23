/**
 * The claim: the one operation that all uniqueness rests on, and what an engine must keep to offer
 * it.
 */
@NullMarked
package io.mintmark.store;

import org.jspecify.annotations.NullMarked;
