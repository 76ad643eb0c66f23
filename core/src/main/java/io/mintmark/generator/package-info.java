/**
 * The operations that generators of all kinds have in common: make one id, make a batch, make ids
 * without blocking, count the ids made, and describe the generator. Use these types where your code
 * accepts generators of any kind.
 *
 * <pre>{@code
 * import io.mintmark.generator.LongGenerator;
 * import java.util.concurrent.CompletableFuture;
 *
 * final class Rows {
 *   static CompletableFuture<long[]> ids(LongGenerator generator, int count) {
 *     return generator.nextBatchAsync(count);   // never blocks
 *   }
 * }
 * }</pre>
 *
 * <p>{@link LongGenerator} makes numbers, such as Snowflakes and sequences. {@link ValueGenerator}
 * makes ObjectIds and UUIDs. {@link io.mintmark.key.KeyGenerator} makes text. {@link
 * GeneratorObserver} is notified of claims, for your own metrics.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.generator;

import org.jspecify.annotations.NullMarked;
