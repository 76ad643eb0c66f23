package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Makes UUIDs of version 1 or 6. In this process, each tick (100 ns) of a node is used for one UUID
 * only, see {@link NodeTicks}.
 *
 * @param givenNode empty for the random node of this process
 */
record TimeUuids(String name, int version, OptionalLong givenNode, LocalLine line)
    implements LineUuids {

  static Built<UuidGenerator> make(
      String name, int version, OptionalLong givenNode, Context context) {
    LocalLine line = NodeTicks.line(name, givenNode, context);
    return new Built<>(new TimeUuids(name, version, givenNode, line), line);
  }

  /** Makes a batch, because a batch is made again if a snapshot is taken meanwhile. */
  @Override
  public UUID next() {
    return nextBatch(1).get(0);
  }

  @Override
  public WordEncoder encoder() {
    return (low, start, count, into, from) -> {
      for (int i = 0; i < count; i++) {
        into[from + 2 * i] =
            version == 1 ? UuidBits.highOfV1(start + i) : UuidBits.highOfV6(start + i);
        into[from + 2 * i + 1] = low;
      }
    };
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", "version " + version + ": 60 bits of 100 ns, 14 clock sequence, 48 node");
    facts.put("capacity-per-second", Long.toString(1000 * NodeTicks.TICKS_PER_MS));
    facts.put(
        "time-ends",
        UuidBits.GREGORIAN_EPOCH.plusMillis(NodeTicks.RULES.ticks()).toString());
    facts.put("node", givenNode.isPresent() ? "given" : "random");
    facts.put(
        "order",
        version == 6
            ? "compared as unsigned numbers, each UUID is above all earlier ones of this generator"
            : "none");
    List<String> warnings = givenNode.isEmpty()
        ? List.of()
        : List.of("With a given node, a tick can be used again after a restart or in another"
            + " process. Then only 14 random bits distinguish the ids, so two ids may be equal.");
    return new Description(name, kind(), facts, warnings);
  }
}
