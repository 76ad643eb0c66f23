package io.mintmark.generator;

import java.time.Duration;
import java.util.Optional;

/**
 * The ids that a generator has claimed ahead, for programs that watch it.
 *
 * @param left ids that are claimed and can still be handed out without asking the store, 0 or
 *     more; 0 while the clock is behind by more than the tolerance
 * @param lapsesIn how long until the claimed ids expire because their time is over; zero if none is
 *     claimed, empty for ids that do not expire
 * @param clockStepsBack how often a reading of the wall clock, taken to make ids, was below the
 *     reading before it
 */
public record Supply(long left, Optional<Duration> lapsesIn, long clockStepsBack) {}
