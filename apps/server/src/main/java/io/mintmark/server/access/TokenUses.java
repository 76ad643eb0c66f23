package io.mintmark.server.access;

import io.mintmark.time.ElapsedClock;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was done with each token of a server, by their names. It outlasts a change of the file.
 * Thread-safe.
 */
public final class TokenUses {

  private final ElapsedClock elapsed;
  private final InstantSource clock;
  private final Map<String, TokenUse> byName = new ConcurrentHashMap<>();

  /**
   * Starts from nothing.
   *
   * @param elapsed what rates are measured by
   * @param clock tells which day it is
   */
  public TokenUses(ElapsedClock elapsed, InstantSource clock) {
    this.elapsed = elapsed;
    this.clock = clock;
  }

  TokenUse of(String name) {
    return byName.computeIfAbsent(name, unused -> new TokenUse(clock));
  }

  RateLimit rateLimit(long perSecond, long burst) {
    return new RateLimit(perSecond, burst, elapsed);
  }

  /** Forgets the names that the file has no more. */
  void keepOnly(Set<String> names) {
    byName.keySet().retainAll(names);
  }
}
