package io.mintmark.error;

import java.time.Duration;
import java.util.Optional;

/**
 * The root of all exceptions that Mintmark throws when an id cannot be made or read. Messages say
 * what is wrong, the values that show it, and what follows; see {@link Message}.
 *
 * <p>An error of the JVM, such as {@link OutOfMemoryError}, that strikes on the caller's own thread
 * is thrown as it is, and no id is issued. One that strikes on a thread of Mintmark's is the cause
 * of a {@link StoreUnavailableException}, as are all in a future, unless there is no memory even
 * for that. A later call works when the error's reason is gone.
 */
public class MintmarkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public MintmarkException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public MintmarkException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns a word for programs: the type of the problem in the server's answers, and the label of
   * its metric.
   *
   * @return for example {@code store-unavailable}; later versions may add words
   */
  public String code() {
    return "internal";
  }

  /**
   * Returns whether the same call can succeed later without a change by a person.
   *
   * @return false if a setting, the program or the store has to be changed first
   */
  public boolean isTransient() {
    return false;
  }

  /**
   * Returns how long to wait before the next attempt.
   *
   * @return a second where the time is not known; empty if this is not {@linkplain #isTransient
   *     transient}
   */
  public Optional<Duration> retryAfter() {
    return isTransient() ? Optional.of(Duration.ofSeconds(1)) : Optional.empty();
  }
}
