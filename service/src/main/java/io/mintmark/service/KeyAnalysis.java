package io.mintmark.service;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.KnownKey;
import io.mintmark.config.SettingReader;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.key.FormatAccess;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.key.KeyFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An explanation of the keys that some settings produce.
 *
 * @param notes the notes for people among the settings: {@code description}, {@code table} and
 *     {@code column}, if they are set
 * @param explanation the meaning of the format
 * @param skew how route ids of each form in {@link SkewReport.Shape} spread over the tables; empty
 *     if this was not requested, or if the keys are not sharded
 */
public record KeyAnalysis(
    Map<String, String> notes, KeyExplanation explanation, List<SkewReport> skew) {

  /** Used instead of a wrong format, whose faults are already recorded with their columns. */
  private static final KeyFormat ANY_FORMAT = KeyFormat.parse("{seq:1}");

  /**
   * Reads one generator's settings as in a configuration file, and analyses them.
   *
   * @param settings values by hyphenated name; {@code shards.databases} and the like for nested
   *     settings. Neither a type nor a zone is needed: without a zone, the times are in UTC
   * @param skewIds how many route ids of each form are routed, 0 for none
   * @throws ProblemException if the format or another setting is wrong; it contains
   *     every fault
   */
  public static KeyAnalysis read(Map<String, String> settings, int skewIds, Instant now) {
    Map<String, String> checked = new TreeMap<>(settings);
    boolean unused = checked.remove("type", "key"); // Any other type is an unknown setting.
    checked.putIfAbsent("zone", "UTC");
    List<FormatFault> faults = new ArrayList<>(FormatAccess.of(ANY_FORMAT)
        .faults()
        .apply(settings.getOrDefault("format", ANY_FORMAT.toString())));
    if (!faults.isEmpty()) {
      checked.put("format", ANY_FORMAT.toString());
    }
    SettingReader reader = new SettingReader(checked, key -> key);
    try {
      GeneratorSettings read = new GeneratorSettings("key", reader);
      reader.check("keys");
      if (faults.isEmpty()) {
        if (!read.shards().isEmpty() || checked.containsKey("start")) {
          read.check("explained");
        }
        return of(read, skewIds, now);
      }
    } catch (ConfigurationException e) {
      e.faults().forEach(fault -> faults.add(new FormatFault(0, fault)));
    }
    String detail = faults.stream().map(FormatFault::toString).collect(Collectors.joining("; "));
    throw new ProblemException(new Problem(Problem.Kind.INVALID_FORMAT, detail, faults, 0));
  }

  /**
   * Analyses configured keys.
   *
   * @param skewIds how many route ids of each form are routed, 0 for none
   * @throws ProblemException if no keys of this name are configured
   */
  public static KeyAnalysis named(Config config, String name, int skewIds, Instant now) {
    Configured configured = config.generators().get(name);
    if (configured == null || configured.settings().knownKey().isEmpty()) {
      throw new ProblemException(
          Problem.Kind.UNKNOWN_GENERATOR,
          Message.of(
              "no keys of this name are configured, and it is no format, as it has no field in"
                  + " braces: name={}",
              name));
    }
    return of(configured.settings(), skewIds, now);
  }

  private static KeyAnalysis of(GeneratorSettings settings, int skewIds, Instant now) {
    KnownKey known = settings.knownKey().orElseThrow();
    List<SkewReport> skew = settings.shards().values().stream()
        .reduce((earlier, later) -> later)
        .filter(shards -> skewIds > 0)
        .map(shards -> Arrays.stream(SkewReport.Shape.values())
            .map(shape -> SkewReport.of(shards, shape, skewIds))
            .toList())
        .orElse(List.of());
    return new KeyAnalysis(
        settings.notes(),
        FormatAccess.of(known.format())
            .explainer()
            .explain(known.format(), known.zone(), settings.shards(), settings.keyStart(), now),
        skew);
  }
}
