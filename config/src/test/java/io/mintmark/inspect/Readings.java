package io.mintmark.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Helper methods for tests of readings. */
final class Readings {

  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  static final Inspector PRESETS = inspector(Map.of());

  private Readings() {}

  static Inspector inspector(Map<String, SnowflakeLayout> layouts) {
    Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    layouts.forEach((name, layout) -> settings.put(
        name,
        Map.of(
            "type",
            "snowflake",
            "layout",
            layout.split(),
            "unit",
            layout.unitMs() + "ms",
            "epoch",
            layout.epoch().toString())));
    return of(settings);
  }

  /** Makes an inspector for generators with these settings. */
  static Inspector of(Map<String, Map<String, String>> generators) {
    Map<String, Configured> configured = new LinkedHashMap<>();
    generators.forEach((name, settings) -> configured.put(
        name, new Configured(GeneratorSettings.of(settings, key -> key), Set.of(), name)));
    return new Inspector(InstantSource.fixed(NOW), Config.standard().with(configured), false);
  }

  static Reading first(String text) {
    List<Reading> readings = PRESETS.inspect(text);
    assertThat(readings).as(text).isNotEmpty();
    return readings.get(0);
  }

  static Reading only(String text) {
    assertThat(PRESETS.inspect(text)).as(text).hasSize(1);
    return first(text);
  }

  static Reading as(String kind, List<Reading> readings) {
    return readings.stream()
        .filter(reading -> reading.kind().equals(kind))
        .findFirst()
        .orElseThrow(() -> new AssertionError(kind + " in " + readings));
  }

  /** Joins the bits of all fields to a number. */
  static BigInteger value(Reading reading) {
    BigInteger value = BigInteger.ZERO;
    for (BitField field : reading.bits()) {
      BigInteger part = new BigInteger(field.value());
      assertThat(part.bitLength()).as(field.toString()).isLessThanOrEqualTo(field.width());
      value = value.shiftLeft(field.width()).or(part);
    }
    return value;
  }
}
