package io.mintmark.bson;

import io.mintmark.objectid.ObjectId;
import io.mintmark.objectid.ObjectIdRange;
import java.time.Instant;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.conversions.Bson;

/** From Mintmark's ObjectId to the driver's and back, and queries by the time in it. */
public final class BsonObjectIds {

  private BsonObjectIds() {}

  /**
   * Returns the driver's form of an id.
   *
   * @param id an id
   * @return the same 12 bytes
   */
  public static org.bson.types.ObjectId toBson(ObjectId id) {
    Objects.requireNonNull(id, "id");
    return new org.bson.types.ObjectId(id.toBytes());
  }

  /**
   * Returns our form of the driver's.
   *
   * @param id an id as the driver has it, for example {@code document.getObjectId("_id")}
   * @return the same 12 bytes
   */
  public static ObjectId of(org.bson.types.ObjectId id) {
    Objects.requireNonNull(id, "id");
    return ObjectId.fromBytes(id.toByteArray());
  }

  /**
   * Filters documents by the time at which their id was made: {@code {_id: {$gte: ..., $lt: ...}}},
   * which the index on {@code _id} answers. Whole seconds: both moments are rounded up to the next,
   * so that neighbouring spans share no document and miss none.
   *
   * @param field the field with the id, usually {@code _id}
   * @param from the span's start
   * @param to its end, exclusive
   * @return a filter, which may stand within others
   * @throws IllegalArgumentException if the span is reversed, or a moment rounded up is not from
   *     1970-01-01T00:00:00Z to 2106-02-07T06:28:16Z, exclusive
   */
  public static Bson madeBetween(String field, Instant from, Instant to) {
    Objects.requireNonNull(field, "field");
    ObjectIdRange range = ObjectId.range(from, to);
    return new BsonDocument(
        field,
        new BsonDocument("$gte", new BsonObjectId(toBson(range.from())))
            .append("$lt", new BsonObjectId(toBson(range.to()))));
  }
}
