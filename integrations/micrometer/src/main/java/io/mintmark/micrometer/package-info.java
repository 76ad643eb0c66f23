/**
 * What generators do, as meters of Micrometer: ids made, claims and how long they take, how long
 * what is claimed lasts.
 *
 * <pre>{@code
 * import io.micrometer.core.instrument.MeterRegistry;
 * import io.mintmark.Mintmark;
 * import io.mintmark.micrometer.MintmarkMetrics;
 *
 * final class Metered {
 *   static Mintmark open(String url, MeterRegistry registry) {
 *     MintmarkMetrics metrics = new MintmarkMetrics();
 *     metrics.bindTo(registry);
 *     return Mintmark.builder().store(url).observer(metrics).open();
 *   }
 * }
 * }</pre>
 *
 * <p>In Spring Boot the starter does this by itself.
 */
@NullMarked
package io.mintmark.micrometer;

import org.jspecify.annotations.NullMarked;
