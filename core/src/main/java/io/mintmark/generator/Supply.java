package io.mintmark.generator;

import java.time.Duration;
import java.util.Optional;

/**
 * The ids that a generator has claimed ahead, for monitoring.
 *
 * @param left the number of claimed ids that can still be handed out without a call to the store, 0
 *     or more; 0 while the clock is behind by more than the tolerance
 * @param lapsesIn the time until the claimed ids expire, because the times that they contain have
 *     then passed; zero if nothing is claimed, empty for ids that do not expire
 * @param clockStepsBack how often the wall clock had stepped back when it was read to make ids
 */
public record Supply(long left, Optional<Duration> lapsesIn, long clockStepsBack) {}
