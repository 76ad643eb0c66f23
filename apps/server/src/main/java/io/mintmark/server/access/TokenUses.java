package io.mintmark.server.access;

import io.mintmark.time.ElapsedClock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The use of each token of a server, by name. The counts are kept when the file of tokens changes.
 * Thread-safe.
 */
public final class TokenUses {

  private final ElapsedClock elapsed;
  private final Map<String, TokenUse> byName = new ConcurrentHashMap<>();

  /**
   * Starts without any use.
   *
   * @param elapsed measures rates
   */
  public TokenUses(ElapsedClock elapsed) {
    this.elapsed = elapsed;
  }

  TokenUse of(String name) {
    return byName.computeIfAbsent(name, unused -> new TokenUse());
  }

  RateLimit rateLimit(long perSecond, long burst) {
    return new RateLimit(perSecond, burst, elapsed);
  }

  /** Forgets names that are no longer in the file. */
  void keepOnly(Set<String> names) {
    byName.keySet().retainAll(names);
  }
}
