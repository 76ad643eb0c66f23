/**
 * The exceptions that Mintmark throws. All are unchecked and extend {@link MintmarkException}. A
 * call that throws such an exception has issued no id. If it had already made some ids, for example
 * of a batch, these are never used.
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
 * <p>Five exceptions report a temporary problem, so the call may be retried: {@link
 * StoreUnavailableException}, {@link NoIdleWorkerException}, {@link ClockBehindException}, {@link
 * ClockAheadException} and {@link TickExhaustedException}. The other exceptions report a fault that
 * a person has to resolve. {@link MintmarkException#isTransient} returns whether a retry of the
 * call can succeed.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.error;

import org.jspecify.annotations.NullMarked;
