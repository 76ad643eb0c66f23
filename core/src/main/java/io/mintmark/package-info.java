/**
 * The entry point: opens a store and hands out generators by name.
 */
@NullMarked
package io.mintmark;

import org.jspecify.annotations.NullMarked;
