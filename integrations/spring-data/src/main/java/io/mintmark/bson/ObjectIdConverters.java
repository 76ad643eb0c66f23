package io.mintmark.bson;

import io.mintmark.objectid.ObjectId;
import java.util.List;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;

/**
 * Converters with which Spring Data MongoDB stores Mintmark's {@link ObjectId} as MongoDB's own
 * type.
 */
public final class ObjectIdConverters {

  private ObjectIdConverters() {}

  /**
   * Lists the converters.
   *
   * @return both directions, for {@code MongoCustomConversions}
   */
  public static List<Converter<?, ?>> all() {
    return List.of(new ToBson(), new FromBson());
  }

  @WritingConverter
  private static final class ToBson implements Converter<ObjectId, org.bson.types.ObjectId> {

    @Override
    public org.bson.types.ObjectId convert(ObjectId id) {
      return BsonObjectIds.toBson(id);
    }
  }

  @ReadingConverter
  private static final class FromBson implements Converter<org.bson.types.ObjectId, ObjectId> {

    @Override
    public ObjectId convert(org.bson.types.ObjectId id) {
      return BsonObjectIds.of(id);
    }
  }
}
