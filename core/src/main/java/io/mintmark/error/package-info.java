/**
 * What to catch: exceptions that are unchecked and extend {@link MintmarkException}. A call that
 * throws one has made no id that anybody uses.
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
 * <p>Four of them pass by themselves, so a request may be tried again: {@link
 * StoreUnavailableException}, {@link NoIdleWorkerException}, {@link ClockBehindException} and
 * {@link ClockAheadException}. The others tell of a fault that somebody has to look at.
 */
@NullMarked
package io.mintmark.error;

import org.jspecify.annotations.NullMarked;
