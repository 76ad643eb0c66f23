/**
 * Finds the kind of an unknown id: every reading that fits a text or a number, the likeliest first.
 *
 * <pre>{@code
 * import io.mintmark.config.Config;
 * import io.mintmark.inspect.Inspector;
 * import java.time.InstantSource;
 *
 * Inspector inspector = new Inspector(InstantSource.system(), Config.standard(), false);
 * inspector
 *     .inspect("6b0129bff413508f70d26353")
 *     .forEach(reading -> System.out.println(reading.title() + " " + reading.time()));
 * }</pre>
 *
 * <p>This inspector knows the common layouts. With the configuration of a file, an inspector also
 * knows your own generators.
 */
@NullMarked
package io.mintmark.inspect;

import org.jspecify.annotations.NullMarked;
