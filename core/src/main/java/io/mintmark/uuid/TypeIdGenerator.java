package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.ValueGenerator;
import java.nio.ByteBuffer;
import java.util.Objects;

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

  /**
   * Makes a batch of ids as {@link #next(int)} does, as text in the caller's array.
   *
   * @param ids is filled as a whole, in the order in which ids are made, with the bytes of their
   *     texts in ASCII: 26 for each, and with a prefix as many more as it and an underscore have.
   *     After a failure its contents are of no use
   * @throws IllegalArgumentException if it is not for 1 to {@value #MAX_BATCH} whole ids; none is
   *     issued
   * @throws MintmarkException as {@link #next()} does; what was made of the batch is burned
   */
  default void fill(byte[] ids) {
    fill(ByteBuffer.wrap(Objects.requireNonNull(ids, "ids")));
  }

  /**
   * Makes a batch of ids as {@link #fill(byte[])} does, in the caller's buffer.
   *
   * @param ids is filled from its position to its limit. Then its position is at its limit; after a
   *     failure it is where it was, and the bytes are of no use
   * @throws IllegalArgumentException if there is not room for 1 to {@value #MAX_BATCH} whole ids;
   *     none is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; none is issued
   * @throws MintmarkException as {@link #fill(byte[])} does
   */
  void fill(ByteBuffer ids);
}
