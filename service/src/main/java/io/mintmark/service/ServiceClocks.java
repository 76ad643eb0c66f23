package io.mintmark.service;

import io.mintmark.internal.time.ElapsedClock;
import java.time.InstantSource;

/**
 * The clocks of a service. They do not affect ids.
 *
 * @param wall used to decide which readings of an id are plausible, and when ids run out
 * @param elapsed measures how long refusals last
 */
public record ServiceClocks(InstantSource wall, ElapsedClock elapsed) {

  /** Returns the clocks of this process. */
  public static ServiceClocks system() {
    return new ServiceClocks(InstantSource.system(), ElapsedClock.system());
  }
}
