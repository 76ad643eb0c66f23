/**
 * What generators of all kinds have in common: one id, a batch, an id without waiting, a count, a
 * description. Use these types where your code takes any kind of id.
 *
 * <pre>{@code
 * import io.mintmark.generator.LongGenerator;
 * import java.util.concurrent.CompletableFuture;
 *
 * final class Rows {
 *   static CompletableFuture<long[]> ids(LongGenerator generator, int count) {
 *     return generator.nextAsync(count);   // never blocks
 *   }
 * }
 * }</pre>
 *
 * <p>{@link LongGenerator} makes numbers, as Snowflakes and sequences are; {@link ValueGenerator}
 * makes ObjectIds and UUIDs; {@link io.mintmark.key.KeyGenerator} makes text. {@link
 * GeneratorObserver} hears of claims, for metrics of your own.
 */
@NullMarked
package io.mintmark.generator;

import org.jspecify.annotations.NullMarked;
