package io.mintmark.inspect;

import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.KnownPrefix;
import io.mintmark.error.InvalidIdException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An id of any kind after a configured prefix. The rest of the text is read only as the kind of id
 * that the prefix's generator makes. If two generators share a prefix, there are two readings.
 */
final class PrefixForm implements Form {

  private final Map<String, GeneratorSettings> generators;
  private final OpaqueIds opaque;

  PrefixForm(Map<String, GeneratorSettings> generators, OpaqueIds opaque) {
    this.generators = generators;
    this.opaque = opaque;
  }

  @Override
  public List<Reading> read(String text, Instant now) {
    List<Reading> readings = new ArrayList<>();
    generators.forEach((name, own) -> own.prefix()
        .filter(known -> !own.type().equals("typeid") && known.begins(text))
        .flatMap(known -> read(text, name, own, known, now))
        .ifPresent(readings::add));
    return readings;
  }

  private Optional<Reading> read(
      String text, String name, GeneratorSettings own, KnownPrefix known, Instant now) {
    int from = known.prefix().length() + 1;
    int to = text.length() - (known.checked() ? 1 : 0);
    if (to <= from) {
      return Optional.empty();
    }
    String id = text.substring(from, to);
    return plain(id, name, own, now)
        .filter(plain -> id.equals(plain.fields().get("id")))
        .map(plain -> prefixed(text, known, plain, fault(text, known)));
  }

  private static Optional<String> fault(String text, KnownPrefix known) {
    try {
      String unused = known.read(text);
      return Optional.empty();
    } catch (InvalidIdException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  /** Reads the text without its prefix as an id of the generator. */
  private Optional<Reading> plain(String id, String name, GeneratorSettings own, Instant now) {
    List<Reading> readings;
    try {
      readings = switch (own.type()) {
        case "uuid" -> StandardForms.uuids(id, now);
        case "objectid" -> StandardForms.objectIds(id, now);
        default -> new NumberForm(Map.of(name, own), opaque).read(id, now);
      };
    } catch (InvalidIdException e) {
      return Optional.empty();
    }
    String number = own.isOpaque()
        ? "opaque:" + name
        : own.type().equals("snowflake") ? "snowflake:" + name : "number";
    return readings.stream()
        .filter(reading -> !own.usesLines() || reading.kind().equals(number))
        .findFirst();
  }

  private static Reading prefixed(
      String text, KnownPrefix known, Reading plain, Optional<String> fault) {
    ReadingBuilder draft = new ReadingBuilder(
            plain.kind(), known.prefix() + ": " + plain.title(), text)
        .field("prefix", known.prefix())
        .field("behind-prefix", String.valueOf(plain.fields().get("id")))
        .within(plain);
    fault.ifPresent(draft::doubt);
    return draft.reading();
  }
}
