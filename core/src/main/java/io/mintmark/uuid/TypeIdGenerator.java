package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.ValueGenerator;

/**
 * A source of TypeIDs of one prefix, without a store.
 *
 * <p>Scope, order and blocking are those of UUIDs of version 7, see {@link
 * UuidBuilder#version(int)}: this never makes one twice; between generators of one prefix, in one
 * process too, random bits keep ids apart; generators of different prefixes never make an equal id.
 * Thread-safe.
 */
public interface TypeIdGenerator extends ValueGenerator<TypeId> {

  @Override
  default String kind() {
    return "typeid";
  }

  /**
   * Returns the prefix of all ids.
   *
   * @return as {@link TypeIdBuilder#prefix} was told
   */
  String prefix();

  /**
   * Returns the next id.
   *
   * @return an id above all that this made before, by its UUID and by its text
   * @throws MintmarkException as {@link UuidGenerator#next} does; none is issued
   */
  @Override
  TypeId next();
}
