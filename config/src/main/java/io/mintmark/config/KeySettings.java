package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.inspect.KnownKey;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyFormat;
import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A key generator's settings. */
final class KeySettings {

  private static final String LAYOUTS = "layouts.";
  private static final String NEEDED =
      "the keys have no format, for example {time:yyMMddHHmmss}{seq:4}";

  /** Stands in for a format that was refused; its fault is in the reader. */
  private static final String ANY_FORMAT = "{seq:1}";

  private final KeyFormat format;
  private final ZoneId zone;
  private final Optional<String> routeFrom;
  private final int version;
  private final @Nullable Shards shards;
  private final Map<Integer, Shards> layouts;
  private final SettingReader.Steps<KeyBuilder> steps;

  private KeySettings(
      KeyFormat format,
      ZoneId zone,
      Optional<String> routeFrom,
      int version,
      @Nullable Shards shards,
      Map<Integer, Shards> layouts,
      SettingReader.Steps<KeyBuilder> steps) {
    this.format = format;
    this.zone = zone;
    this.routeFrom = routeFrom;
    this.version = version;
    this.shards = shards;
    this.layouts = layouts;
    this.steps = steps;
  }

  static KeySettings read(SettingReader reader) {
    if (!reader.has("format")) {
      reader.fault("format", NEEDED);
    }
    KeyFormat format =
        reader.read("format", KeyFormat::parse).orElseGet(() -> KeyFormat.parse(ANY_FORMAT));
    Map<Integer, Shards> layouts = new TreeMap<>();
    for (String version : versions(reader)) {
      Optional<Shards> shards = shards(reader, LAYOUTS + version + ".");
      reader
          .parse(LAYOUTS + version, version, SettingValue::integer)
          .ifPresent(number -> shards.ifPresent(each -> layouts.put(number, each)));
    }
    SettingReader.Steps<KeyBuilder> steps = reader
        .<KeyBuilder>steps()
        .on("workers", SettingValue::span, (b, span) -> b.workers(span.first(), span.last() + 1))
        .on("prefer-worker", SettingValue::number, KeyBuilder::preferWorker)
        .on("scope", text -> text, KeyBuilder::scope)
        .on("window", SettingValue::duration, KeyBuilder::window)
        .on("max-ahead", SettingValue::duration, KeyBuilder::maxAhead)
        .on("max-skew", SettingValue::duration, KeyBuilder::maxSkew)
        .on("clock-tolerance", SettingValue::duration, KeyBuilder::clockTolerance)
        .on("clock-confirmed", SettingValue::flag, KeyBuilder::clockConfirmed)
        .on("on-clock-behind", GeneratorSettings::onClockBehind, KeyBuilder::onClockBehind);
    return new KeySettings(
        format,
        reader.read("zone", SettingValue::zone).orElse(ZoneOffset.UTC),
        reader.read("route-from", text -> text),
        reader.read("version", SettingValue::integer).orElse(0),
        shards(reader, "shards.").orElse(null),
        layouts,
        steps);
  }

  /** The versions that have a layout of their own, as they are written. */
  private static Set<String> versions(SettingReader reader) {
    Set<String> versions = new TreeSet<>();
    for (String key : reader.keys()) {
      int dot = key.indexOf('.', LAYOUTS.length());
      if (key.startsWith(LAYOUTS) && dot > 0) {
        versions.add(key.substring(LAYOUTS.length(), dot));
      }
    }
    return versions;
  }

  private static Optional<Shards> shards(SettingReader reader, String prefix) {
    Optional<Integer> databases = reader.read(prefix + "databases", SettingValue::integer);
    Optional<Integer> tables = reader.read(prefix + "tables-per-database", SettingValue::integer);
    Optional<Routing> routing =
        reader.read(prefix + "route", text -> SettingValue.word(Routing.class, text));
    if (databases.isEmpty() && tables.isEmpty() && routing.isEmpty()) {
      return Optional.empty();
    }
    return reader.parse(
        prefix + "databases",
        "",
        unused -> new Shards(databases.orElse(1), tables.orElse(1), routing.orElse(Routing.HASH)));
  }

  KnownKey known() {
    return new KnownKey(format, zone, layouts());
  }

  /** By version, the current one among them. */
  Map<Integer, Shards> layouts() {
    Map<Integer, Shards> all = new TreeMap<>(layouts);
    if (shards != null) {
      all.put(version, shards);
    }
    return all;
  }

  Optional<String> routeFrom() {
    return routeFrom;
  }

  /** All but the lender, which has to be open. */
  KeyBuilder builder() {
    KeyBuilder builder = new KeyBuilder();
    applyTo(builder);
    return builder;
  }

  Generator open(Mintmark mint, String name) {
    return mint.keys(name, builder -> {
      applyTo(builder);
      routeFrom.ifPresent(other -> builder.routeFrom(mint.keys(other)));
    });
  }

  private void applyTo(KeyBuilder builder) {
    steps.applyTo(builder);
    builder.format(format.text()).zone(zone.getId()).version(version);
    if (shards != null) {
      builder.shards(shards);
    }
    layouts.forEach(builder::layout);
  }
}
