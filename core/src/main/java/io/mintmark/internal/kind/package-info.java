/**
 * The path from settings to a generator, common to all kinds of id: settings as values, their
 * faults, and the fingerprints that they leave in a store.
 */
@NullMarked
package io.mintmark.internal.kind;

import org.jspecify.annotations.NullMarked;
