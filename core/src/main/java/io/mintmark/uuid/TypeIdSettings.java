package io.mintmark.uuid;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.Context;
import io.mintmark.store.ClaimStore;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a generator of TypeIDs.
 *
 * @param prefix what all ids begin with; empty if nobody set it
 */
record TypeIdSettings(Optional<String> prefix) implements Settings<TypeIdGenerator> {

  @Override
  public String subject(String name) {
    return "typeids '" + name + "'";
  }

  @Override
  public List<String> faults(String name) {
    if (prefix.isEmpty()) {
      return List.of("the TypeIDs have no prefix, for example user");
    }
    try {
      TypeId.checkPrefix(prefix.get());
      return List.of();
    } catch (InvalidIdException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  /** Makes a generator, which needs no store. */
  @Override
  public Built<TypeIdGenerator> make(String name, ClaimStore store, Context context) {
    Built<UuidGenerator> uuids = OrderedUuids.make(name, IdOrder.GENERATOR, context);
    return new Built<>(
        new TypeIdGenerator(prefix.orElseThrow(), uuids.generator()), uuids.lifecycle());
  }
}
