package io.mintmark.inspect;

import io.mintmark.objectid.DriverFields;
import io.mintmark.objectid.LegacyFields;
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
    return new ReadingBuilder("objectid", "ObjectId", id.toString())
        .time(id.time(), EARLIEST, now)
        .field("random", String.format("%010x", id.random()))
        .field("counter", String.format("%06x", id.counter()))
        .bits("time", 32, id.time().getEpochSecond())
        .bits("random", 40, id.random())
        .bits("counter", 24, id.counter())
        .reading();
  }

  private static Reading legacy(ObjectId id, Instant now) {
    LegacyFields legacy = id.legacyFields();
    return new ReadingBuilder(
            "objectid-legacy", "ObjectId as made before 2018: machine and process", id.toString())
        .time(id.time(), EARLIEST, now)
        .field("machine", String.format("%06x", legacy.machine()))
        .field("process", String.format("%04x", legacy.process()))
        .field("counter", String.format("%06x", legacy.counter()))
        .bits("time", 32, legacy.seconds())
        .bits("machine", 24, legacy.machine())
        .bits("process", 16, legacy.process())
        .bits("counter", 24, legacy.counter())
        .reading();
  }

  private static Reading javaLegacy(ObjectId id, Instant now) {
    DriverFields driver = id.driverFields();
    return new ReadingBuilder(
            "objectid-java-legacy", "ObjectId as the early Java driver made it", id.toString())
        .time(id.time(), EARLIEST, now)
        .field("machine", String.format("%08x", driver.machine()))
        .field("inc", Integer.toString(driver.inc()))
        .bits("time", 32, driver.seconds())
        .bits("machine", 32, Integer.toUnsignedLong(driver.machine()))
        .bits("inc", 32, Integer.toUnsignedLong(driver.inc()))
        .reading();
  }
}
