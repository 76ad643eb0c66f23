package io.mintmark.uuid;

import io.mintmark.Description;
import io.mintmark.Generator;
import io.mintmark.line.LocalLine;
import io.mintmark.line.LocalLines;
import io.mintmark.line.OnClockBehind;
import io.mintmark.line.Surroundings;
import io.mintmark.line.Suspendable;
import io.mintmark.line.TickRules;
import io.mintmark.line.TickScale;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Versions 1 and 6: a line's position is the tick of 100 ns itself, 10,000 to a millisecond, and
 * leaves the line once. Clock sequence and node stay the same until the process is restored from a
 * checkpoint.
 *
 * <p>A thread can be stopped by that checkpoint between reading the two and taking its tick. Both
 * copies would then make the same UUID, so {@link #next} reads them again: they have changed before
 * the line gives any tick to a copy, and the tick is burned.
 */
final class TimeUuids implements UuidGenerator, Suspendable {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long TICKS_PER_MS = 10_000;
  private static final long MAX_AHEAD_MS = 1_000;
  private static final TickRules RULES = new TickRules(
      TickScale.of(UuidBits.GREGORIAN_EPOCH.toEpochMilli(), 1),
      TICKS_PER_MS,
      (1L << 60) / TICKS_PER_MS,
      MAX_AHEAD_MS,
      Long.MAX_VALUE,
      OnClockBehind.WAIT);

  private final String name;
  private final int version;
  private final OptionalLong givenNode;
  private final LocalLine line;

  private volatile long low;

  TimeUuids(String name, int version, OptionalLong givenNode, Surroundings surroundings) {
    this.name = name;
    this.version = version;
    this.givenNode = givenNode;
    this.line = LocalLines.unclaimed(name, RULES, () -> 0, surroundings);
    this.low = drawLow();
  }

  private long drawLow() {
    return UuidBits.low(RANDOM.nextInt(1 << 14), givenNode.orElseGet(UuidNode::random));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public UUID next() {
    while (true) {
      long before = low;
      long ticks = line.next();
      if (before == low) {
        return uuid(ticks, before);
      }
    }
  }

  @Override
  public List<UUID> next(int count) {
    Generator.checkCount(count);
    while (true) {
      long before = low;
      long[] ticks = line.next(count);
      if (before == low) {
        List<UUID> uuids = new ArrayList<>(count);
        for (long tick : ticks) {
          uuids.add(uuid(tick, before));
        }
        return Collections.unmodifiableList(uuids);
      }
    }
  }

  private UUID uuid(long ticks, long lowBits) {
    return new UUID(version == 1 ? UuidBits.highOfV1(ticks) : UuidBits.highOfV6(ticks), lowBits);
  }

  @Override
  public void suspend() {
    line.suspend();
  }

  @Override
  public void resume() {
    low = drawLow();
    line.resume();
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", "version " + version + ": 60 bits of 100 ns, 14 clock sequence, 48 node");
    facts.put("capacity-per-second", Long.toString(1000 * TICKS_PER_MS));
    facts.put("time-ends", UuidBits.GREGORIAN_EPOCH.plusMillis(RULES.ticks()).toString());
    facts.put("node", givenNode.isPresent() ? "given" : "random");
    facts.put(
        "order",
        version == 6 ? "each is above all before it from this generator, unsigned" : "none");
    List<String> warnings = givenNode.isEmpty()
        ? List.of()
        : List.of("With a given node, 14 random bits keep ids apart over restarts and between"
            + " processes where clocks stepped back: likely, not certain.");
    return new Description(name, kind(), facts, warnings);
  }
}
