package io.mintmark.jackson;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mintmark.objectid.ObjectId;

/** Adds annotations to {@link ObjectId}, for Jackson 2 and 3. */
abstract class ObjectIdInJson {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ObjectId valueOf(String text) {
    return ObjectId.valueOf(text);
  }

  @Override
  @JsonValue
  public abstract String toString();
}
