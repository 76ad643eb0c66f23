/**
 * The exceptions to catch. All are unchecked and extend {@link MintmarkException}. A call that
 * throws such an exception has issued no id: ids that it had already made are never used.
 *
 * <pre>{@code
 * import io.mintmark.error.StoreUnavailableException;
 * import io.mintmark.generator.LongGenerator;
 * import java.util.OptionalLong;
 *
 * final class Ids {
 *   static OptionalLong next(LongGenerator users) {
 *     try {
 *       return OptionalLong.of(users.next());
 *     } catch (StoreUnavailableException e) {
 *       return OptionalLong.empty();       // answer "try again later"
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Four of them are temporary, so a request may be retried: {@link StoreUnavailableException},
 * {@link NoIdleWorkerException}, {@link ClockBehindException} and {@link ClockAheadException}. The
 * others report a fault that a person has to resolve.
 */
@NullMarked
package io.mintmark.error;

import org.jspecify.annotations.NullMarked;
