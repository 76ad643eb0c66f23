/**
 * Finds the kind of an unknown id: every reading that fits a text or a number, the likeliest first.
 *
 * <pre>{@code
 * import io.mintmark.inspect.Inspector;
 * import java.time.InstantSource;
 * import java.util.Map;
 *
 * Inspector inspector = new Inspector(InstantSource.system(), Map.of());
 * inspector
 *     .inspect("6b0129bff413508f70d26353")
 *     .forEach(reading -> System.out.println(reading.title() + " " + reading.time()));
 * }</pre>
 *
 * <p>This inspector knows the common layouts. The inspector of a configuration ({@code
 * mintmark-config}) also knows your own generators.
 */
@NullMarked
package io.mintmark.inspect;

import org.jspecify.annotations.NullMarked;
