package io.mintmark.spring.data;

import io.mintmark.uuid.TypeId;
import java.util.List;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;

/**
 * Converters for properties and ids of the type {@link TypeId}. The column or field contains the
 * TypeID's text. Add {@link #all} to the conversions of your Spring Data store:
 * {@code MongoCustomConversions}, {@code JdbcCustomConversions} or {@code R2dbcCustomConversions}.
 */
public final class TypeIdConverters {

  private TypeIdConverters() {}

  /**
   * Returns the converters of both directions. Reading a text that is not a TypeID throws {@link
   * io.mintmark.error.InvalidIdException}.
   *
   * @return converters without state; thread-safe
   */
  public static List<Converter<?, ?>> all() {
    return List.of(new Writing(), new Reading());
  }

  /** A class and not a lambda, because Spring Data reads the converted types from the class. */
  @WritingConverter
  static final class Writing implements Converter<TypeId, String> {

    @Override
    public String convert(TypeId id) {
      return id.toString();
    }
  }

  @ReadingConverter
  static final class Reading implements Converter<String, TypeId> {

    @Override
    public TypeId convert(String text) {
      return TypeId.parse(text);
    }
  }
}
