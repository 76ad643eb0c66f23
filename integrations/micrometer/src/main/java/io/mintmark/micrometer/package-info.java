/**
 * Micrometer meters for generators: the ids made, the number and duration of claims, and how long
 * the claimed ids will last.
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
 * <p>In Spring Boot, the starter does this automatically.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.micrometer;

import org.jspecify.annotations.NullMarked;
