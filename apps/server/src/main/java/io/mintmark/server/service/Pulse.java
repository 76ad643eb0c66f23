package io.mintmark.server.service;

import io.mintmark.Supply;
import java.time.Duration;
import java.util.Optional;

/**
 * What a generator is doing, in numbers.
 *
 * @param kind what it makes
 * @param made ids made here since the server started; calls that end at this moment may be missing
 * @param supply what it has claimed ahead; empty if it claims nothing ahead
 * @param lasts how long that lasts at the rate of the last seconds; empty if none were made lately
 *     and it does not lapse
 */
public record Pulse(String kind, long made, Optional<Supply> supply, Optional<Duration> lasts) {}
