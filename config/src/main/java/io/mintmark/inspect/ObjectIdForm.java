package io.mintmark.inspect;

import io.mintmark.objectid.ObjectId;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** 24 hex digits: an ObjectId of the present layout, or of one of the two earlier layouts. */
final class ObjectIdForm implements Form {

  /** The year of MongoDB's first release. */
  private static final Instant EARLIEST = Instant.parse("2009-01-01T00:00:00Z");

  @Override
  public List<Reading> read(String text, Instant now, Predicate<String> seen) {
    if (!ObjectId.isValid(text)) {
      return List.of();
    }
    ObjectId id = ObjectId.parse(text);
    return List.of(present(id, now), legacy(id, now), javaLegacy(id, now));
  }

  private static Reading present(ObjectId id, Instant now) {
    return draft("objectid", "ObjectId", id, now, "time:32 random:40 counter:24")
        .hex("random", "counter")
        .reading();
  }

  private static Reading legacy(ObjectId id, Instant now) {
    String title = "ObjectId as made before 2018: machine and process";
    String layout = "time:32 machine:24 process:16 counter:24";
    return draft("objectid-legacy", title, id, now, layout)
        .hex("machine", "process", "counter")
        .reading();
  }

  private static Reading javaLegacy(ObjectId id, Instant now) {
    String title = "ObjectId as the early Java driver made it";
    return draft("objectid-java-legacy", title, id, now, "time:32 machine:32 inc:32")
        .hex("machine")
        .field("inc", Integer.toString(id.driverFields().inc()))
        .reading();
  }

  private static ReadingBuilder draft(
      String kind, String title, ObjectId id, Instant now, String layout) {
    return new ReadingBuilder(kind, title, id.toString())
        .time(id.time(), EARLIEST, now)
        .bits(layout, id.time().getEpochSecond(), id.random() << 24 | id.counter());
  }
}
