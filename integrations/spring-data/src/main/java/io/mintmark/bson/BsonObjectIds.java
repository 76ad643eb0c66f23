package io.mintmark.bson;

import io.mintmark.generator.ValueRange;
import io.mintmark.objectid.ObjectId;
import java.time.Instant;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.conversions.Bson;

/** Converts Mintmark's ObjectId to the driver's and back, and makes queries by the time in ids. */
public final class BsonObjectIds {

  private BsonObjectIds() {}

  /**
   * Converts an id to the driver's type.
   *
   * @param id an id
   * @return the same 12 bytes
   */
  public static org.bson.types.ObjectId toBson(ObjectId id) {
    Objects.requireNonNull(id, "id");
    return new org.bson.types.ObjectId(id.toBytes());
  }

  /**
   * Converts an id of the driver to Mintmark's type.
   *
   * @param id an id of the driver, for example {@code document.getObjectId("_id")}
   * @return the same 12 bytes
   */
  public static ObjectId of(org.bson.types.ObjectId id) {
    Objects.requireNonNull(id, "id");
    return ObjectId.fromBytes(id.toByteArray());
  }

  /**
   * Filters documents by the time at which their id was made: {@code {_id: {$gte: ..., $lt: ...}}},
   * which the index on {@code _id} serves. Both moments are rounded up to whole seconds. So a
   * document matches at most one of two adjacent spans, and no document between them is missed.
   *
   * @param field the field with the id, usually {@code _id}
   * @param from the span's start
   * @param to its end, exclusive
   * @return a filter, which can be combined with others
   * @throws IllegalArgumentException if {@code from} is after {@code to}, or if a rounded moment is
   *     before 1970-01-01T00:00:00Z, or at or after 2106-02-07T06:28:16Z
   */
  public static Bson madeBetween(String field, Instant from, Instant to) {
    Objects.requireNonNull(field, "field");
    ValueRange<ObjectId> range = ObjectId.range(from, to);
    return new BsonDocument(
        field,
        new BsonDocument("$gte", new BsonObjectId(toBson(range.from())))
            .append("$lt", new BsonObjectId(toBson(range.to()))));
  }
}
