package io.mintmark.jackson;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mintmark.uuid.TypeId;

/** What both Jacksons read as if it stood on {@link TypeId}. */
abstract class TypeIdInJson {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static TypeId valueOf(String text) {
    return TypeId.valueOf(text);
  }

  @Override
  @JsonValue
  public abstract String toString();
}
