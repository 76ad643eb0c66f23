/**
 * Rigs for tests that run real processes and cause real faults: engines that are killed and paused,
 * a network that is cut, a disk whose {@code fsync} fails, a wall clock that steps, exhausted heaps
 * and threads. Not published.
 */
@NullMarked
package io.mintmark.rigs;

import org.jspecify.annotations.NullMarked;
