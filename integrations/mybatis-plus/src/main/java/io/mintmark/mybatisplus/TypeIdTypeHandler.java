package io.mintmark.mybatisplus;

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
 * Lets entities and mappers have fields and parameters of the type {@link TypeId}, in columns of
 * characters: a column has the text. In Spring Boot it is registered; elsewhere by {@code
 * configuration.getTypeHandlerRegistry().register(TypeIdTypeHandler.class)}. A text that is no
 * TypeID is refused where it is read, with {@link io.mintmark.error.InvalidIdException}.
 * Thread-safe.
 */
@MappedTypes(TypeId.class)
public final class TypeIdTypeHandler extends BaseTypeHandler<TypeId> {

  /** Made by MyBatis too. */
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
