package io.mintmark.inspect;

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

  private final Map<String, KnownIds> generators;

  PrefixForm(Map<String, KnownIds> generators) {
    this.generators = generators;
  }

  @Override
  public List<Reading> read(String text, Instant now) {
    List<Reading> readings = new ArrayList<>();
    generators.forEach((name, ids) -> ids.prefix()
        .filter(known -> known.begins(text))
        .flatMap(known -> read(text, name, ids, known, now))
        .ifPresent(readings::add));
    return readings;
  }

  private static Optional<Reading> read(
      String text, String name, KnownIds ids, KnownPrefix known, Instant now) {
    int from = known.prefix().length() + 1;
    int to = text.length() - (known.checked() ? 1 : 0);
    if (to <= from) {
      return Optional.empty();
    }
    String id = text.substring(from, to);
    return plain(id, name, ids, known.type(), now)
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
  private static Optional<Reading> plain(
      String id, String name, KnownIds ids, String type, Instant now) {
    try {
      return switch (type) {
        case "uuid" -> StandardForms.uuids(id, now).stream().findFirst();
        case "objectid" -> StandardForms.objectIds(id, now).stream().findFirst();
        default -> number(id, name, ids, type.equals("snowflake") ? "snowflake:" + name : "number", now);
      };
    } catch (InvalidIdException e) {
      return Optional.empty();
    }
  }

  private static Optional<Reading> number(
      String id, String name, KnownIds ids, String kind, Instant now) {
    return new NumberForm(Map.of(name, ids))
        .read(id, now).stream()
            .filter(reading -> reading.kind().equals(kind)
                || reading.kind().equals("opaque:" + name))
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
