package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An id of any kind after a configured prefix. The rest of the text is read only as the kind of id
 * that the prefix's generator makes. If two generators share a prefix, there are two readings.
 */
final class PrefixForm implements Form {

  private final Map<String, KnownIds> generators;
  private final Form numbers;

  PrefixForm(Map<String, KnownIds> generators, Form numbers) {
    this.generators = generators;
    this.numbers = numbers;
  }

  @Override
  public List<Reading> read(String text, Instant now, Predicate<String> seen) {
    List<Reading> readings = new ArrayList<>();
    generators.forEach((name, ids) -> ids.prefix()
        .filter(known -> seen.test(name) && known.begins(text))
        .flatMap(known -> read(text, name, known, now))
        .ifPresent(readings::add));
    return readings;
  }

  private Optional<Reading> read(String text, String name, KnownPrefix known, Instant now) {
    int from = known.prefix().length() + 1;
    int to = text.length() - (known.checked() ? 1 : 0);
    if (to <= from) {
      return Optional.empty();
    }
    String id = text.substring(from, to);
    return plain(id, name, known.type(), now)
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
  private Optional<Reading> plain(String id, String name, String type, Instant now) {
    Form form = switch (type) {
      case "uuid" -> new UuidForm();
      case "objectid" -> new ObjectIdForm();
      default -> numbers;
    };
    String kind = type.equals("snowflake") ? "snowflake:" + name : "number";
    return form.read(id, now, name::equals).stream()
        .filter(reading -> form != numbers
            || reading.kind().equals(kind)
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
