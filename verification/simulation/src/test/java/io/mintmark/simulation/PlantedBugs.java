package io.mintmark.simulation;

import java.util.List;
import java.util.stream.Stream;

/** Mistakes in the product, made on purpose, which the simulation has to find. */
final class PlantedBugs {

  /** So many seeds may a bug take. */
  static final int MAX_SEEDS = 300;

  private static final String LINE = "core/src/main/java/io/mintmark/internal/line/";
  private static final String KEY = "core/src/main/java/io/mintmark/key/";
  private static final String OBJECT_IDS = "core/src/main/java/io/mintmark/objectid/";
  private static final String UUID = "core/src/main/java/io/mintmark/uuid/";
  private static final String NUMBERING = "core/src/main/java/io/mintmark/sequence/Numbering.java";

  private static final String ENGINE = "stores/engine/src/main/java/io/mintmark/store/engine/";

  private static final List<PlantedBug> OF_GENERATORS = List.of(
      new PlantedBug(
          "of two segments the one that was claimed later is used first",
          LINE + "LocalLine.java",
          "      following = next;\n      owned = holds;",
          """
                following = next;
                if (!follows && !request.hop() && clock == null && range.end > 0) {
                  following = range;
                  range = next;
                }
                owned = holds;"""),
      new PlantedBug(
          "a window is extended by positions of another worker number",
          LINE + "LocalLine.java",
          "          && claimed.worker() == owned.worker()\n",
          ""),
      new PlantedBug(
              "worker numbers are taken as soon as a store that forgets has come up",
              LINE + "LossyWindows.java",
              "if (left.isNegative() || left.isZero()) {",
              "if (windows != null) {")
          .and(
              LINE + "LossyWindows.java",
              "long start = Math.max(Math.max(request.floorOn(worker), seen), earliest);",
              "long start = Math.max(request.floorOn(worker), seen);"),
      new PlantedBug(
              "a window reaches further than others wait",
              LINE + "LossyWindows.java",
              "return position(life.now().plus(LONGEST));",
              "return position(life.now().plus(LONGEST).plus(LONGEST));")
          .and(
              LINE + "LossyWindows.java",
              "lines.countFrom(start, start, windows.window().ticks(), request);",
              "lines.countFrom(start, start, 2 * windows.window().ticks(), request);"),
      new PlantedBug(
          "a caller that writes by itself is thrown what users are not told of",
          ENGINE + "Batches.java",
          "      writes.forEach(write -> write.failed(e));",
          "      throw new IllegalStateException(e);"),
      new PlantedBug(
          "the thread that writes ends with the first batch that fails",
          ENGINE + "GroupCommit.java",
          "    lane = FREE;\n    return true;\n  }",
          "    lane = FREE;\n    return taken == null || taken.failure() == null;\n  }"),
      new PlantedBug(
          "a clock that is ahead of the store's is believed",
          LINE + "ClockAheadRules.java",
          "if (aheadMs > maxSkewMs) {",
          "if (aheadMs > maxSkewMs * 1_000_000) {"),
      new PlantedBug(
          "a call that waits for a claim has no timer",
          LINE + "LocalLine.java",
          "    context.elapsed()"
              + ".callAfter(waiter.pauseNanos(context), () -> goOnAfter(call, wait));\n",
          ""),
      new PlantedBug(
          "a line that was found rewound is forgiven at the next claim",
          LINE + "SeenLine.java",
          "      rewound = true;\n",
          ""),
      new PlantedBug(
          "the lane to the engine is given back before the engine has answered",
          ENGINE + "GroupCommit.java",
          "    return lane == FREE && LANE.compareAndSet(this, FREE, HELD);",
          "    return lane == FREE;"),
      new PlantedBug(
          "what was claimed before a snapshot is used after it",
          LINE + "Refill.java",
          "    owner.abandon();\n    owner.wake();\n  }",
          "    owner.wake();\n  }"),
      new PlantedBug(
          "a claim that was under way at a snapshot is used after it",
          LINE + "Refill.java",
          "      pending.disowned = true;",
          "      pending.disowned = false;"),
      new PlantedBug(
          "a batch keeps what it had before a snapshot",
          LINE + "LocalLine.java",
          "        forget(call);\n",
          ""),
      new PlantedBug(
          "a claim starts where it is wanted, though others have been there",
          ENGINE + "Write.java",
          "long start = Math.max(next, atLeast);",
          "long start = atLeast > 0 ? atLeast : next;"),
      new PlantedBug(
          "a window is renewed without a look at where the claim starts",
          LINE + "PlainWindows.java",
          "return start == owned ? Optional.of(claimed(worker, start, start + count))"
              + " : Optional.empty();",
          "return Optional.of(claimed(worker, owned, owned + count));"),
      new PlantedBug(
          "a segment's limit lies one past its end",
          LINE + "LocalLine.java",
          "    if (following != null || renewBelow < 0 || left <= 0) {\n      return r.end;",
          "    if (following != null || renewBelow < 0 || left <= 0) {\n      return r.end + 1;"),
      new PlantedBug(
          "a claim whose answer got lost is taken for made",
          LINE + "Segments.java",
          "long start = store.claim(line, 0, count);",
          """
          long start;
          try {
            start = store.claim(line, 0, count);
          } catch (io.mintmark.error.StoreUnavailableException e) {
            start = Math.max(owned, stood);
          }
          """),
      new PlantedBug(
          "what follows after a gap is taken for what follows directly",
          LINE + "LocalLine.java",
          "          && claimed.start() == last.end\n",
          ""),
      new PlantedBug(
          "a taking is remembered before it is acknowledged",
          LINE + "WorkerStore.java",
          "    if (!store.compareAndSet(line, seen, end)) {",
          "    remember(worker, end);\n    if (!store.compareAndSet(line, seen, end)) {"),
      new PlantedBug(
          "a store that was rewound is not noticed",
          LINE + "RewindDetector.java",
          "if (start < owned) {",
          "if (start < 0) {"),
      new PlantedBug(
          "ids of another worker number do not come later",
          LINE + "LocalLine.java",
          " : rules.nextTick(used);",
          " : least;"),
      new PlantedBug(
          "a claim that no thread took is waited for",
          LINE + "Refill.java",
          "        pending = null;\n      }\n    }\n  }",
          "        failure = null;\n      }\n    }\n  }"),
      new PlantedBug(
          "a number that is in use is taken",
          LINE + "PlainWindows.java",
          "if (seen > request.floor()) {",
          "if (seen > request.floor() + 1_000_000_000) {"),
      new PlantedBug(
          "the floor is forgotten when a number is taken",
          LINE + "PlainWindows.java",
          "long start = request.floorOn(worker);",
          "long start = seen;"),
      new PlantedBug(
          "positions are handed to a caller that waits, and not taken",
          LINE + "LocalLine.java",
          "new PositionRun(r, r.take(count), count);\n        if",
          "new PositionRun(r, r.position(), count);\n        if"),
      new PlantedBug(
          "nobody waits until windows that were forgotten have run out",
          LINE + "LossyWindows.java",
          "if (left.isNegative() || left.isZero()) {",
          "if (!left.isNegative() || left.isZero()) {"),
      new PlantedBug(
          "a deadline in milliseconds is taken for nanoseconds",
          LINE + "ClaimQueue.java",
          "context.claimTimeout().toNanos();",
          "context.claimTimeout().toMillis();"),
      new PlantedBug(
          "what was suspended for a snapshot is not resumed",
          LINE + "LocalLine.java",
          "      suspended = false;",
          "      suspended = true;"),
      new PlantedBug(
          "after a failure the next attempt comes ever later",
          LINE + "Refill.java",
          "retryDelayMs = Math.min(retryDelayMs * 2, LAST_RETRY_MS);",
          "retryDelayMs = retryDelayMs * 1_000;"),
      new PlantedBug(
          "a call in the queue has no timer",
          LINE + "ClaimQueue.java",
          "    if (!timed && first != null) {",
          "    if (timed) {"),
      new PlantedBug(
          "a reading that the store refused is remembered",
          LINE + "TickClock.java",
          "    highestMs = usedMs;\n",
          ""),
      new PlantedBug(
          "a generator goes over to another number after any step back of its clock",
          LINE + "TickClock.java",
          "behindMs() > rules.clockToleranceMs() &&",
          "(rules.onBehind() == OnClockBehind.HOP || behindMs() > rules.clockToleranceMs()) &&"),
      new PlantedBug(
          "ids run further ahead of the clock than is allowed",
          LINE + "TickClock.java",
          "acceptedMs) + rules.maxAheadMs();",
          "acceptedMs) + rules.maxAheadMs() + 200;"),
      new PlantedBug(
          "several takers take one number",
          ENGINE + "Write.java",
          "return next == call.expected ? OptionalLong.of(call.next) : OptionalLong.empty();",
          "return next <= call.next - 1 ? OptionalLong.of(call.next) : OptionalLong.empty();"),
      new PlantedBug(
          "a worker number is put at another place of the id",
          "core/src/main/java/io/mintmark/snowflake/SnowflakeSettings.java",
          "new PositionCode(0, layout.workerBits(), 0)",
          "new PositionCode(0, layout.numberBits(), 0)"),
      new PlantedBug(
          "a segment is taken for one longer than was claimed",
          LINE + "Segments.java",
          "? start + count : positions;",
          "? start + count + 1 : positions;"),
      new PlantedBug(
          "a claim is thought to follow on what was claimed before",
          LINE + "NumberClaims.java",
          "    refuseTooFew(start, count);\n    return start;",
          "    refuseTooFew(start, count);\n    return before == 0 ? start : before;"),
      new PlantedBug(
          "ids go on after the store was found rewound",
          LINE + "Refill.java",
          "    if (rewound != null) {",
          "    if (rewound != null && retryDelayMs < 0) {"),
      new PlantedBug(
          "calls that share a claim get the same part of it",
          LINE + "ClaimQueue.java",
          "      start += call.count;",
          ""),
      new PlantedBug(
          "threads that one claims for get more than it claims",
          "core/src/main/java/io/mintmark/internal/store/TurnQueue.java",
          "      sum += full ? 0 : one.wanted;\n",
          ""),
      new PlantedBug(
          "a cycle counts from another number than its first",
          "core/src/main/java/io/mintmark/sequence/Numbering.java",
          "return first + (hiding",
          "return (span == 0 ? first : 1) + (hiding"),
      new PlantedBug(
          "a cycle has a number too few",
          "core/src/main/java/io/mintmark/sequence/Numbering.java",
          ": position % span;",
          ": position % (span - 1);"),
      new PlantedBug(
          "a key of a new tick has the time of the key before it",
          KEY + "KeyWriter.java",
          "position >= number(key, TICK_END)) {",
          "position >= number(key, TICK_END) + capacity) {"),
      new PlantedBug(
          "keys of worker numbers that have the same digit",
          KEY + "KeyWriter.java",
          "this.worker.write(worker, key);",
          "this.worker.write(worker & ~1L, key);"),
      new PlantedBug(
          "keys of a full day go on with the next",
          LINE + "TimedClaims.java",
          "count <= rules.capacity() && end <= reached",
          "count <= rules.capacity()"),
      new PlantedBug(
          "a batch that is too large takes what is left",
          LINE + "NumberClaims.java",
          "return known.seen() < end - FAR ?",
          "return known.seen() < end ?"),
      new PlantedBug(
          "a call waits once for the clock, and not until it has come",
          LINE + "ClaimQueue.java",
          "        wait = claims.waitNanos(last, deadline)) {\n",
          "        wait = 0) {\n"),
      new PlantedBug(
          "a sequence's fingerprint leaves out the step",
          "core/src/main/java/io/mintmark/sequence/Numbering.java",
          "? \"first=\" + first + \" step=\" + step",
          "? \"first=\" + first"),
      new PlantedBug(
          "keys that share worker numbers count other times",
          KEY + "KeySpecs.java",
          "      specs.add(Spec.ofScope(scope, shared.apply(zone.getId()), spellings(shared)));\n",
          ""),
      new PlantedBug(
          "claims of one process that overlap are both used",
          LINE + "SeenLine.java",
          "overlapped(stood, end));",
          "0);"),
      new PlantedBug(
          "a future ends with an error of the JVM",
          LINE + "Context.java",
          "    if (!(failure instanceof Error)) {",
          "    if (failure != null) {"),
      new PlantedBug(
          "settings are written though others stand",
          "core/src/main/java/io/mintmark/SpecCheck.java",
          "        compare(spec, known);\n      }\n    }",
          "        absent.remove(spec);\n      }\n    }"),
      new PlantedBug(
          "UUIDs lack the lowest bit of their count",
          UUID + "OrderedWords.java",
          "position & ((1 << LAST_BITS) - 1);",
          "position & ((1 << LAST_BITS) - 2);"),
      new PlantedBug(
          "random bits come again after each run",
          UUID + "RandomBits.java",
          "new SecretKeySpec(bytes, 0, KEY_BYTES, AES)",
          "NO_KEY"),
      new PlantedBug(
          "generators of one node count ticks of their own",
          UUID + "NodeTicks.java",
          "key -> new NodeTicks(node, context.unobserved()));",
          "key -> new NodeTicks(node, context.unobserved())).alone(node, context); }"
              + " private NodeTicks alone(OptionalLong node, Context context) {"
              + " return new NodeTicks(node, context.unobserved());"),
      new PlantedBug(
          "UUIDs of version 6 lack the lowest bit of their time",
          UUID + "UuidBits.java",
          "(ticks << 4 & ~0xffffL)",
          "(ticks << 4 & ~0x1ffffL)"),
      new PlantedBug(
          "an opaque sequence hides its numbers as if there were one more",
          NUMBERING,
          "cipher.permutation(name, count - 1), count",
          "cipher.permutation(name, count), count"),
      new PlantedBug(
          "an opaque sequence's fingerprint leaves out the secret",
          NUMBERING,
          "\" opaque=\" + identity + \"/\" + count",
          "\" opaque=/\" + count"),
      new PlantedBug(
          "an opaque sequence's fingerprint leaves out how many numbers it hides",
          NUMBERING,
          "\" opaque=\" + identity + \"/\" + count",
          "\" opaque=\" + identity"),
      new PlantedBug(
          "ObjectIds follow a clock that went back a little",
          OBJECT_IDS + "ObjectIdGenerator.java",
          "} else if (seconds > current.seconds()) {",
          "} else if (seconds != current.seconds()) {"),
      new PlantedBug(
          "a batch of ObjectIds takes one number",
          OBJECT_IDS + "ObjectIdGenerator.java",
          "    long number = current.take(count);",
          "    long number = current.take(1);"),
      new PlantedBug(
          "generators that share worker numbers claim on lines of their own",
          "core/src/main/java/io/mintmark/internal/kind/TimedSettings.java",
          "return SpecLine.WORKERS + scopeOf(name) + \"/\";",
          "return SpecLine.WORKERS + name + \"/\";"),
      new PlantedBug(
          "generators that share worker numbers may differ in their layouts",
          "core/src/main/java/io/mintmark/snowflake/SnowflakeSettings.java",
          "\"ids workerBits=\" + layout.workerBits() + numberFirst()",
          "\"ids workerBits=\" + numberFirst()"),
      new PlantedBug(
          "a call that is interrupted while it waits for the clock goes on",
          LINE + "Context.java",
          "    elapsed.pause(nanos);\n    refuseInterrupted(subject);",
          "    elapsed.pause(nanos);"),
      new PlantedBug(
          "a call takes its thread's interrupt away",
          LINE + "Context.java",
          "if (Thread.currentThread().isInterrupted()) {",
          "if (Thread.interrupted()) {"),
      new PlantedBug(
          "a wait for the store takes its thread's interrupt away",
          ENGINE + "Deadline.java",
          "      Thread.currentThread().interrupt();\n    }\n  }\n\n  /**\n   * Says that",
          "      boolean lost = Thread.interrupted();\n    }\n  }\n\n  /**\n   * Says that"));

  static final List<PlantedBug> ALL = Stream.of(
          OF_GENERATORS, PlantedSlices.ALL, PlantedMoves.ALL, PlantedFindings.ALL)
      .flatMap(List::stream)
      .toList();

  private PlantedBugs() {}

  /** Finds a mistake by what it says. */
  static PlantedBug named(String mistake) {
    return ALL.stream().filter(bug -> bug.mistake().equals(mistake)).findFirst().orElseThrow();
  }
}
