package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * A source of UUIDs in the layouts of RFC 9562, without a store.
 *
 * <p>Scope: unique everywhere by random bits. {@link UuidBuilder#version(int)} gives their number
 * for each version, and the scope in which ids are unique by counting. Blocking: none at the usual
 * speed. Versions 1, 6 and 7 wait at most the claim timeout, when ids are made faster than time
 * stamps allow or while the process is suspended for a checkpoint. Thread-safe.
 */
public interface UuidGenerator extends ValueGenerator<UUID> {

  @Override
  default String kind() {
    return "uuid";
  }

  /**
   * Returns the next UUID.
   *
   * @return a new UUID; versions 1, 6 and 7 never repeat in this generator, version 4 differs by
   *     its 122 random bits
   * @throws MintmarkException if the clock is outside the time bits, or the process was suspended
   *     for a checkpoint for too long; no UUID is issued
   */
  @Override
  UUID next();

  @Override
  default List<UUID> nextBatch(int count) {
    Generator.checkCount(count);
    long[] words = new long[2 * count];
    fill(words);
    return UuidBits.uuids(words);
  }

  /**
   * Makes a batch of UUIDs as {@link #nextBatch(int)} does, into the caller's array.
   *
   * @param ids filled completely, in the order in which UUIDs are made, with two longs for each,
   *     the most significant bits first; for 1 to {@value #MAX_BATCH} UUIDs. After a failure its
   *     contents are undefined
   * @throws IllegalArgumentException if its length is odd or out of range; no UUID is issued
   * @throws MintmarkException as {@link #next()} does; UUIDs already made are burned
   */
  void fill(long[] ids);

  /**
   * Makes a batch of UUIDs as {@link #fill(long[])} does, as bytes.
   *
   * @param ids filled completely, with 16 bytes for each UUID, big-endian as in RFC 9562
   * @throws IllegalArgumentException if it does not hold 1 to {@value #MAX_BATCH} whole UUIDs; no
   *     UUID is issued
   * @throws MintmarkException as {@link #fill(long[])} does
   */
  default void fill(byte[] ids) {
    fill(ByteBuffer.wrap(Objects.requireNonNull(ids, "ids")));
  }

  /**
   * Makes a batch of UUIDs as {@link #fill(long[])} does, as bytes. Buffers outside of the heap are
   * filled equally fast.
   *
   * @param ids filled from its position to its limit, with 16 bytes for each UUID, big-endian with
   *     any byte order of the buffer. Then its position is at its limit. After a failure its
   *     position is unchanged, and the bytes are undefined
   * @throws IllegalArgumentException if it does not have room for 1 to {@value #MAX_BATCH} whole
   *     UUIDs; no UUID is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; no UUID is issued
   * @throws MintmarkException as {@link #fill(long[])} does
   */
  void fill(ByteBuffer ids);
}
