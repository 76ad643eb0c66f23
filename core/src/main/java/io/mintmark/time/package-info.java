/**
 * Elapsed time, which no step of the wall clock moves. Only tests and authors of stores need it:
 * they pass a clock of their own instead of the JVM's.
 *
 * <pre>{@code
 * import io.mintmark.time.ElapsedClock;
 *
 * ElapsedClock clock = ElapsedClock.system();
 * long start = clock.nanos();
 * System.out.println(clock.nanos() - start);         // nanoseconds that have passed
 * }</pre>
 */
@NullMarked
package io.mintmark.time;

import org.jspecify.annotations.NullMarked;
