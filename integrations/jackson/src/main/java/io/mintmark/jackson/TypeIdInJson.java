package io.mintmark.jackson;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mintmark.uuid.TypeId;

/** Adds annotations to {@link TypeId}, for Jackson 2 and 3. */
abstract class TypeIdInJson {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static TypeId valueOf(String text) {
    return TypeId.valueOf(text);
  }

  @Override
  @JsonValue
  public abstract String toString();
}
