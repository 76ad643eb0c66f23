package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.uuid.TypeId;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * A TypeID: a UUID in 26 digits after a prefix. Without a prefix, only a UUID of version 7 is
 * recognised, because TypeID libraries use that version. Any other 26 digits are more likely a ULID
 * in lower case.
 */
final class TypeIdForm implements Form {

  private static final int DIGITS = 26;

  private static final String UUID_V7 = "uuid-v7";

  @Override
  public List<Reading> read(String text, Instant now, Predicate<String> seen) {
    if (text.length() < DIGITS || text.length() > TypeId.MAX_LENGTH) {
      return List.of();
    }
    TypeId id;
    try {
      id = TypeId.parse(text);
    } catch (InvalidIdException e) {
      return List.of();
    }
    Reading uuid = UuidForm.read(id.uuid(), now);
    boolean untyped = id.prefix().isEmpty();
    if (untyped && !uuid.kind().equals(UUID_V7)) {
      return List.of();
    }
    String title = "TypeID" + (untyped ? "" : " of type " + id.prefix()) + ": " + uuid.title();
    ReadingBuilder draft = new ReadingBuilder("typeid", title, text);
    if (!untyped) {
      draft.field("prefix", id.prefix());
    }
    return List.of(draft.field("uuid", id.uuid().toString()).within(uuid).reading());
  }
}
