package io.mintmark.objectid;

import io.mintmark.internal.kind.Builders;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.LineStore;
import java.util.List;

/**
 * Settings of an ObjectId generator. There are no settings to change, because MongoDB's
 * specification defines ObjectIds completely.
 */
public final class ObjectIdBuilder {

  static {
    Builders.register(
        ObjectIdBuilder.class, ObjectIdBuilder::new, unused -> new ObjectIdSettings());
  }

  private ObjectIdBuilder() {}

  private record ObjectIdSettings() implements Settings<ObjectIdGenerator> {

    @Override
    public String subject(String name) {
      return "objectIds '" + name + "'";
    }

    @Override
    public List<String> faults(String name) {
      return List.of();
    }

    @Override
    public Built<ObjectIdGenerator> make(String name, LineStore store, Context context) {
      ProcessObjectIds made = new ProcessObjectIds(name, context);
      return new Built<>(made, made.line);
    }
  }
}
