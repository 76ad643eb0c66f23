package io.mintmark.bson;

import io.mintmark.objectid.ObjectId;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Makes the driver write Mintmark's {@link ObjectId} as MongoDB's own type and read it back, in
 * filters, documents and the properties of classes. An id that is read into a {@code Document} has
 * the driver's type. Thread-safe.
 */
public final class ObjectIdCodecProvider implements CodecProvider {

  private static final Codec<ObjectId> CODEC = new ObjectIdCodec();

  /** Makes a provider for {@code CodecRegistries.fromProviders}. */
  public ObjectIdCodecProvider() {}

  @Override
  @SuppressWarnings("unchecked")
  public <T> @Nullable Codec<T> get(Class<T> type, CodecRegistry registry) {
    return type == ObjectId.class ? (Codec<T>) CODEC : null;
  }

  private static final class ObjectIdCodec implements Codec<ObjectId> {

    @Override
    public void encode(BsonWriter writer, ObjectId id, EncoderContext context) {
      writer.writeObjectId(BsonObjectIds.toBson(id));
    }

    @Override
    public ObjectId decode(BsonReader reader, DecoderContext context) {
      return BsonObjectIds.of(reader.readObjectId());
    }

    @Override
    public Class<ObjectId> getEncoderClass() {
      return ObjectId.class;
    }
  }
}
