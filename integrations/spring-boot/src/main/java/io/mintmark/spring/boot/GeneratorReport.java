package io.mintmark.spring.boot;

import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.Supply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A generator's description and its claimed ids, as the actuator's endpoint shows them.
 *
 * @param kind the kind of its ids
 * @param left claimed ids that are not handed out yet; null if the generator does not claim ahead
 * @param lapsesIn how long the claimed ids stay usable, in ISO 8601 format; null if they do not
 *     expire
 * @param timeEnds the end of the time in its ids; null if its ids contain no time
 * @param facts the facts of its description
 * @param warnings the warnings for its owner
 */
record GeneratorReport(
    String kind,
    @Nullable Long left,
    @Nullable String lapsesIn,
    @Nullable String timeEnds,
    Map<String, String> facts,
    List<String> warnings) {

  static GeneratorReport of(Generator generator) {
    Description description = generator.describe();
    return new GeneratorReport(
        generator.kind(),
        generator.supply().map(Supply::left).orElse(null),
        generator.supply().flatMap(Supply::lapsesIn).map(Duration::toString).orElse(null),
        generator.timeEnds().map(Instant::toString).orElse(null),
        description.facts(),
        description.warnings());
  }
}
