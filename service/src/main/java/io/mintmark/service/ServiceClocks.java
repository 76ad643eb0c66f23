package io.mintmark.service;

import io.mintmark.time.ElapsedClock;
import java.time.InstantSource;

/**
 * What tells a service the time. No id is made by it.
 *
 * @param wall tells what is implausible and what runs out
 * @param elapsed measures how long refusals hold
 */
public record ServiceClocks(InstantSource wall, ElapsedClock elapsed) {

  /** Those of this process. */
  public static ServiceClocks system() {
    return new ServiceClocks(InstantSource.system(), ElapsedClock.system());
  }
}
