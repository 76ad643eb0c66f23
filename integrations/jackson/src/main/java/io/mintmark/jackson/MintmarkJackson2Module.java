package io.mintmark.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.mintmark.objectid.ObjectId;
import io.mintmark.uuid.TypeId;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Adds Mintmark's ids to Jackson 2. An {@link ObjectId} is written as 24 hex digits and a
 * {@link TypeId} as its text, both as a value and as the key of a map. A {@code long[]} respects
 * {@link IdAsText}. Readable keys are texts and need no support.
 */
public final class MintmarkJackson2Module extends SimpleModule {

  private static final long serialVersionUID = 1L;

  private final boolean longIdsAsText;

  /** Makes a module that writes a number as text only with {@link IdAsText}. */
  public MintmarkJackson2Module() {
    this(false);
  }

  /**
   * Makes a module.
   *
   * @param longIdsAsText whether the mapper writes each {@code long}, {@code Long} and
   *     {@code long[]} as text, even if it is not an id; a property with
   *     {@code @JsonFormat(shape = NUMBER)} stays a number. Numbers and texts can always be read
   */
  public MintmarkJackson2Module(boolean longIdsAsText) {
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
  private static final class LongsSerializer extends StdSerializer<long[]>
      implements ContextualSerializer {

    private static final long serialVersionUID = 1L;

    private final boolean asText;

    LongsSerializer(boolean asText) {
      super(long[].class);
      this.asText = asText;
    }

    @Override
    public JsonSerializer<?> createContextual(
        SerializerProvider context, @Nullable BeanProperty property) {
      JsonFormat.Value format = findFormatOverrides(context, property, handledType());
      return new LongsSerializer(format != null && format.getShape() == JsonFormat.Shape.STRING);
    }

    @Override
    public boolean isEmpty(SerializerProvider context, long[] ids) {
      return ids.length == 0;
    }

    @Override
    public void serialize(long[] ids, JsonGenerator json, SerializerProvider context)
        throws IOException {
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
