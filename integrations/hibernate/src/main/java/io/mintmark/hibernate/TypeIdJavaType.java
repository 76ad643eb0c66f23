package io.mintmark.hibernate;

import io.mintmark.uuid.TypeId;
import java.sql.Types;
import org.hibernate.dialect.Dialect;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.jspecify.annotations.Nullable;

/**
 * A TypeID as an entity's property, stored as text. It is a type and not an attribute converter,
 * because JPA does not allow a converter on an id.
 */
final class TypeIdJavaType extends AbstractClassJavaType<TypeId> {

  private static final long serialVersionUID = 1L;

  TypeIdJavaType() {
    super(TypeId.class);
  }

  @Override
  public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
    return indicators.getJdbcType(Types.VARCHAR);
  }

  @Override
  public long getDefaultSqlLength(Dialect dialect, JdbcType jdbcType) {
    return TypeId.MAX_LENGTH;
  }

  @Override
  public String toString(TypeId value) {
    return value.toString();
  }

  @Override
  public TypeId fromString(CharSequence text) {
    return TypeId.parse(text.toString());
  }

  @Override
  public <X> @Nullable X unwrap(@Nullable TypeId value, Class<X> type, WrapperOptions options) {
    if (value == null) {
      return null;
    }
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    if (type.isAssignableFrom(String.class)) {
      return type.cast(value.toString());
    }
    throw unknownUnwrap(type);
  }

  @Override
  public <X> @Nullable TypeId wrap(@Nullable X value, WrapperOptions options) {
    if (value == null) {
      return null;
    }
    if (value instanceof TypeId id) {
      return id;
    }
    if (value instanceof String text) {
      return TypeId.parse(text);
    }
    throw unknownWrap(value.getClass());
  }
}
