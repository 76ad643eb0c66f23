package io.mintmark.inspect;

import io.mintmark.InvalidIdException;
import io.mintmark.key.KeyField;
import io.mintmark.key.ParsedKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A readable key of a configured format. */
final class KeyForm implements Form {

  private final Map<String, KnownKey> keys;

  KeyForm(Map<String, KnownKey> keys) {
    this.keys = keys;
  }

  @Override
  public List<Reading> read(String text, Instant now) {
    List<Reading> readings = new ArrayList<>();
    keys.forEach((name, known) -> {
      if (text.length() == known.format().length()) {
        try {
          readings.add(reading(name, known, known.format().parseKey(text), text, now));
        } catch (InvalidIdException e) {
          // Of another form.
        }
      }
    });
    return readings;
  }

  private static Reading reading(
      String name, KnownKey known, ParsedKey key, String text, Instant now) {
    Draft draft = new Draft("key:" + name, "Key: " + name, text);
    key.time()
        .ifPresent(local -> draft.time(local.atZone(known.zone()).toInstant(), Instant.EPOCH, now));
    for (KeyField field : known.format().fields()) {
      if (!field.kind().equals("text")) {
        String label = field.kind().equals("var") ? field.name() : field.kind();
        draft.field(label, text.substring(field.from(), field.to()));
      }
    }
    return draft
        .field("format", known.format().text())
        .field("zone", known.zone().getId())
        .reading();
  }
}
