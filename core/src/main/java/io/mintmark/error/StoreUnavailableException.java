package io.mintmark.error;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Thrown when the store did not answer in time, or said that it cannot. The call may have taken
 * effect in the store nevertheless: then its range is burned, never handed out. Generators recover
 * by themselves when the store is back.
 *
 * <p>Calls that cannot wait for the store throw this too: the process is suspended for a snapshot,
 * or the system has no threads left. {@link CallInterruptedException}, {@link
 * TooManyCallsException} and {@link StoreInUseException} are cases of their own.
 */
public class StoreUnavailableException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final Duration availableIn;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public StoreUnavailableException(String message) {
    this(message, Duration.ZERO);
  }

  /**
   * Makes one for a wait whose length is known.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param availableIn when the store can do what was asked; zero if that is not known
   */
  public StoreUnavailableException(String message, Duration availableIn) {
    super(message);
    this.availableIn = Objects.requireNonNull(availableIn, "availableIn");
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
    this.availableIn = Duration.ZERO;
  }

  /**
   * Returns how long it takes until the store can do what was asked.
   *
   * @return zero if that is not known
   */
  public Duration availableIn() {
    return availableIn;
  }

  @Override
  public String code() {
    return "store-unavailable";
  }

  @Override
  public boolean isTransient() {
    return true;
  }

  @Override
  public Optional<Duration> retryAfter() {
    return availableIn.isZero() ? super.retryAfter() : Optional.of(availableIn);
  }
}
