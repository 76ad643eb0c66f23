/**
 * Runs the races and searches of the neighbouring packages, and checks that no forbidden outcome
 * occurs.
 */
@NullMarked
package io.mintmark.concurrency;

import org.jspecify.annotations.NullMarked;
