package io.mintmark.jackson;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mintmark.objectid.ObjectId;

/** What both Jacksons read as if it stood on {@link ObjectId}. */
abstract class ObjectIdInJson {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ObjectId valueOf(String text) {
    return ObjectId.valueOf(text);
  }

  @Override
  @JsonValue
  public abstract String toString();
}
