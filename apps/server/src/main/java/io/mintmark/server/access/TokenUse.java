package io.mintmark.server.access;

import io.mintmark.service.Problem.Kind;
import java.time.InstantSource;
import java.util.concurrent.atomic.LongAdder;

/** What was done with the tokens of one name since the start of the server. Thread-safe. */
final class TokenUse {

  private final LongAdder admitted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder limited = new LongAdder();
  private final DailyCount today;

  TokenUse(InstantSource clock) {
    this.today = new DailyCount(clock);
  }

  void admitted(long requests) {
    admitted.add(requests);
  }

  /** Counts a refusal; of what failed for another reason than the token it counts nothing. */
  void refused(Kind kind) {
    switch (kind) {
      case UNAUTHENTICATED, FORBIDDEN -> refused.increment();
      case RATE_LIMITED -> limited.increment();
      default -> {}
    }
  }

  /** The ids of today. */
  DailyCount today() {
    return today;
  }

  TokenStatus status(Token token) {
    return new TokenStatus(
        token.name(), admitted.sum(), refused.sum(), limited.sum(), token.expires());
  }
}
