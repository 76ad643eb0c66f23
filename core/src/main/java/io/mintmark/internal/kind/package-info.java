/**
 * The way from settings to a generator, the same for all kinds of id: settings that are values,
 * their faults, and the fingerprints that they leave on a store.
 */
@NullMarked
package io.mintmark.internal.kind;

import org.jspecify.annotations.NullMarked;
