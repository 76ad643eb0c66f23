/**
 * The code with which all kinds of id make a generator from settings. It represents settings as
 * values, finds their faults, and computes the fingerprints (hashes) of settings for the store.
 */
@NullMarked
package io.mintmark.internal.kind;

import org.jspecify.annotations.NullMarked;
