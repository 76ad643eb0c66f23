package io.mintmark.generator;

import java.time.Duration;
import java.util.Optional;

/**
 * What a generator has claimed ahead, in numbers, for programs that watch it.
 *
 * @param left ids that are claimed and can still be handed out without asking the store, 0 or more
 * @param lapsesIn how long until what is left can no longer be used, however much of it there is,
 *     as its time has passed; zero if nothing is left, empty if it does not lapse
 * @param clockStepsBack how often the wall clock, as it was read to make ids, showed less than the
 *     time before
 */
public record Supply(long left, Optional<Duration> lapsesIn, long clockStepsBack) {}
