package io.mintmark.server.access;

import io.mintmark.time.ElapsedClock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was done with each token of a server, by their names. It outlasts a change of the file.
 * Thread-safe.
 */
public final class TokenUses {

  private final ElapsedClock elapsed;
  private final Map<String, TokenUse> byName = new ConcurrentHashMap<>();

  /**
   * Starts from nothing.
   *
   * @param elapsed what rates are measured by
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

  /** Forgets the names that the file has no more. */
  void keepOnly(Set<String> names) {
    byName.keySet().retainAll(names);
  }
}
