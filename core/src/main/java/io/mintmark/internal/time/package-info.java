/**
 * Elapsed time, which a step of the wall clock does not affect. Tests replace the JVM's clock.
 */
@NullMarked
package io.mintmark.internal.time;

import org.jspecify.annotations.NullMarked;
