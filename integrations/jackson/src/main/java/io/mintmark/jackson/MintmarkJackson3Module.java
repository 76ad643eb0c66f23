package io.mintmark.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mintmark.objectid.ObjectId;
import io.mintmark.uuid.TypeId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Adds Mintmark's ids to Jackson 3. An {@link ObjectId} is written as 24 hex digits and a
 * {@link TypeId} as its text, both as a value and as the key of a map. A {@code long[]} respects
 * {@link IdAsText}. Readable keys are texts and need no support.
 */
public final class MintmarkJackson3Module extends SimpleModule {

  private static final long serialVersionUID = 1L;

  private final boolean longIdsAsText;

  /** Makes a module that writes a number as text only with {@link IdAsText}. */
  public MintmarkJackson3Module() {
    this(false);
  }

  /**
   * Makes a module.
   *
   * @param longIdsAsText whether the mapper writes each {@code long}, {@code Long} and
   *     {@code long[]} as text, even if it is not an id; a property with
   *     {@code @JsonFormat(shape = NUMBER)} stays a number. Numbers and texts can always be read
   */
  public MintmarkJackson3Module(boolean longIdsAsText) {
    super("mintmark");
    this.longIdsAsText = longIdsAsText;
    setMixInAnnotation(ObjectId.class, ObjectIdInJson.class);
    setMixInAnnotation(TypeId.class, TypeIdInJson.class);
    addSerializer(long[].class, new LongsSerializer(false));
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    if (longIdsAsText) {
      JsonFormat.Value text = JsonFormat.Value.forShape(JsonFormat.Shape.STRING);
      for (Class<?> type : new Class<?>[] {long.class, Long.class, long[].class}) {
        context.configOverride(type).setFormat(text);
      }
    }
  }

  /** Writes numbers, or texts if the property or the mapper requires texts. */
  private static final class LongsSerializer extends StdSerializer<long[]> {

    private final boolean asText;

    LongsSerializer(boolean asText) {
      super(long[].class);
      this.asText = asText;
    }

    @Override
    public ValueSerializer<?> createContextual(
        SerializationContext context, @Nullable BeanProperty property) {
      JsonFormat.Value format = findFormatOverrides(context, property, handledType());
      return new LongsSerializer(format != null && format.getShape() == JsonFormat.Shape.STRING);
    }

    @Override
    public boolean isEmpty(SerializationContext context, long[] ids) {
      return ids.length == 0;
    }

    @Override
    public void serialize(long[] ids, JsonGenerator json, SerializationContext context) {
      json.writeStartArray(ids, ids.length);
      for (long id : ids) {
        if (asText) {
          json.writeString(Long.toString(id));
        } else {
          json.writeNumber(id);
        }
      }
      json.writeEndArray();
    }
  }
}
