package io.mintmark.spring.data;

import io.mintmark.uuid.TypeId;
import java.util.List;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;

/**
 * Lets entities have properties and ids of the type {@link TypeId}: a column or field has the text.
 * Give {@link #all} to the conversions of your Spring Data: {@code MongoCustomConversions}, {@code
 * JdbcCustomConversions} or {@code R2dbcCustomConversions}.
 */
public final class TypeIdConverters {

  private TypeIdConverters() {}

  /**
   * Returns both directions. A text that is no TypeID is refused where it is read, with {@link
   * io.mintmark.error.InvalidIdException}.
   *
   * @return converters without a state; thread-safe
   */
  public static List<Converter<?, ?>> all() {
    return List.of(new Writing(), new Reading());
  }

  /** Spring Data finds out by the class what is converted, so it is no lambda. */
  @WritingConverter
  static final class Writing implements Converter<TypeId, String> {

    @Override
    public String convert(TypeId id) {
      return id.toString();
    }
  }

  /** The other direction. */
  @ReadingConverter
  static final class Reading implements Converter<String, TypeId> {

    @Override
    public TypeId convert(String text) {
      return TypeId.parse(text);
    }
  }
}
