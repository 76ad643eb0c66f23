/**
 * Opens a store, hands out generators, and names what can go wrong.
 */
@NullMarked
package io.mintmark;

import org.jspecify.annotations.NullMarked;
