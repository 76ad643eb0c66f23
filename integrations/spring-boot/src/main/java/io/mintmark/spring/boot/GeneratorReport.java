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
 * What a generator is and what it has left, as the actuator's endpoint shows it.
 *
 * @param kind what it makes
 * @param left ids that are claimed and not handed out; null if it claims nothing ahead
 * @param lapsesIn how long these can be used, as ISO 8601 has it; null if they do not lapse
 * @param timeEnds when the time in its ids ends; null if there is none in them
 * @param facts what it says of itself
 * @param warnings what its owner should know
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
