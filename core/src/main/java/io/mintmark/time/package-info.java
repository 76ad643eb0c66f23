/**
 * Elapsed time, which a step of the wall clock does not affect. Only tests and authors of stores
 * need this package, to replace the JVM's clock by their own clock.
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
