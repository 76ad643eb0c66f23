package io.mintmark.inspect;

import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.KnownKey;
import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.key.FormatAccess;
import io.mintmark.internal.key.KeyField;
import io.mintmark.key.ParsedKey;
import io.mintmark.key.Route;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A readable key of a configured format, correct or misspelt. */
final class KeyForm implements Form {

  private final Map<String, GeneratorSettings> generators;
  private final OpaqueIds opaque;

  KeyForm(Map<String, GeneratorSettings> generators, OpaqueIds opaque) {
    this.generators = generators;
    this.opaque = opaque;
  }

  @Override
  public List<Reading> read(String text, Instant now) {
    List<Reading> readings = new ArrayList<>();
    generators.forEach((name, own) -> own.knownKey()
        .flatMap(known -> read(name, own, known, text, now))
        .ifPresent(readings::add));
    return readings;
  }

  private Optional<Reading> read(
      String name, GeneratorSettings own, KnownKey known, String text, Instant now) {
    ReadingBuilder draft = new ReadingBuilder("key:" + name, "Key: " + name, text);
    boolean isWhole = text.length() == known.format().length();
    Optional<String> fault = FormatAccess.of(known.format()).typingFault(known.format(), text);
    if (fault.isEmpty() && !isWhole) {
      return Optional.empty();
    }
    if (isWhole) {
      addFields(draft, known, text);
    }
    if (fault.isPresent()) {
      draft.doubt(fault.get());
    } else {
      try {
        addMeaning(draft, known, text, now);
        if (own.isOpaque()) {
          opaque.read(draft, name, own, text, plain -> draft.field("number", Long.toString(plain)));
        }
      } catch (InvalidIdException e) {
        return Optional.empty(); // The text is not a key of this form.
      }
    }
    return Optional.of(draft.field("format", known.format().toString()).reading());
  }

  private static void addMeaning(ReadingBuilder draft, KnownKey known, String text, Instant now) {
    ParsedKey key = known.format().parseKey(text);
    key.time().ifPresent(local -> addTime(draft, known, local, now));
    if (!known.layouts().isEmpty()) {
      addRoute(draft, known, key);
    }
  }

  /**
   * Adds each printed field. The time is left out, because {@link #addTime} adds the instant that
   * the printed time means.
   */
  private static void addFields(ReadingBuilder draft, KnownKey known, String text) {
    List<KeyField> fields = FormatAccess.of(known.format()).fields(known.format());
    for (KeyField field : fields) {
      if (!field.kind().equals("text") && !field.kind().equals("time")) {
        draft.field(field.label(), text.substring(field.from(), field.to()));
      }
    }
    draft.characters(fields);
  }

  private static void addTime(
      ReadingBuilder draft, KnownKey known, LocalDateTime local, Instant now) {
    draft.time(local.atZone(known.zone()).toInstant(), Instant.EPOCH, now);
    if (!known.zone().equals(ZoneOffset.UTC)) {
      draft.field("printed-time", local + " " + known.zone().getId());
    }
  }

  /** Adds the key's route, or a doubt if its shard layout does not have this database or table. */
  private static void addRoute(ReadingBuilder draft, KnownKey known, ParsedKey key) {
    try {
      Route route = key.route(known.layouts());
      draft.field("route", "database " + route.database() + ", table " + route.table());
    } catch (InvalidIdException e) {
      draft.doubt(String.valueOf(e.getMessage()));
    }
  }
}
