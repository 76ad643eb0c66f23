/**
 * What all kinds of id have in common on their way from settings to a generator: settings that are
 * values, their faults, and what they leave on a store.
 */
@NullMarked
package io.mintmark.internal.kind;

import org.jspecify.annotations.NullMarked;
