package io.mintmark.mybatis;

import io.mintmark.uuid.TypeId;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;
import org.apache.ibatis.type.MappedTypes;
import org.jspecify.annotations.Nullable;

/**
 * Supports fields and parameters of the type {@link TypeId} in entities and mappers. The column
 * contains the TypeID's text. In Spring Boot, the handler is registered automatically; elsewhere,
 * register it with
 * {@code configuration.getTypeHandlerRegistry().register(TypeIdTypeHandler.class)}. Reading a text
 * that is not a TypeID throws {@link io.mintmark.error.InvalidIdException}. Thread-safe.
 */
@MappedTypes(TypeId.class)
public final class TypeIdTypeHandler extends BaseTypeHandler<TypeId> {

  /** Called by MyBatis or by the application. */
  public TypeIdTypeHandler() {}

  @Override
  public void setNonNullParameter(
      PreparedStatement statement, int index, TypeId id, @Nullable JdbcType type)
      throws SQLException {
    statement.setString(index, id.toString());
  }

  @Override
  public @Nullable TypeId getNullableResult(ResultSet row, String column) throws SQLException {
    return read(row.getString(column));
  }

  @Override
  public @Nullable TypeId getNullableResult(ResultSet row, int column) throws SQLException {
    return read(row.getString(column));
  }

  @Override
  public @Nullable TypeId getNullableResult(CallableStatement call, int column)
      throws SQLException {
    return read(call.getString(column));
  }

  private static @Nullable TypeId read(@Nullable String text) {
    return text == null ? null : TypeId.parse(text);
  }
}
