package io.mintmark.server.access;

import io.mintmark.error.MintmarkException;
import java.time.Duration;

/** A token has spent what it may for now; trying again later helps. */
public final class RateLimitedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final int retryAfterSeconds;

  RateLimitedException(String message, long retryAfterNanos) {
    super(message);
    this.retryAfterSeconds =
        (int) Math.min(Integer.MAX_VALUE, Duration.ofNanos(retryAfterNanos).toSeconds() + 1);
  }

  /** In how many seconds it would be allowed, 1 or more. */
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
