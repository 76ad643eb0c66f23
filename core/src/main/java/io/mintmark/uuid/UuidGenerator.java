package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.batch.BatchSize;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * A source of UUIDs in the layouts of RFC 9562, without a store.
 *
 * <p>Random bits make the UUIDs unique everywhere, with a high probability. {@link
 * UuidBuilder#version(int)} documents for each version how many bits are random, and which UUIDs
 * certainly differ because of a counter or a time. Usually no call blocks. While the process is
 * suspended for a checkpoint, a call waits, at most the claim timeout. Versions 1, 6 and 7 also
 * wait, at most as long, when ids are made faster than their times allow. A call fails if the clock
 * is outside the time bits, or if the process was suspended for too long; it then issues no UUID.
 * Thread-safe.
 */
public interface UuidGenerator extends ValueGenerator<UUID> {

  @Override
  default String kind() {
    return "uuid";
  }

  @Override
  default List<UUID> nextBatch(int count) {
    BatchSize.check(count);
    long[] words = new long[2 * count];
    fill(words);
    return UuidBits.uuids(words);
  }

  /**
   * Makes a batch of UUIDs as {@link #nextBatch(int)} does, into the caller's array.
   *
   * @param ids the array to fill completely with 1 to {@value #MAX_BATCH} UUIDs, in the order in
   *     which they are made. Each UUID takes two longs, the most significant bits first. After a
   *     failure the contents of the array are undefined
   * @throws IllegalArgumentException if the array's length is odd or out of range; no UUID is
   *     issued
   * @throws MintmarkException as {@link #next()} does; UUIDs already made are discarded
   */
  void fill(long[] ids);

  /**
   * Makes a batch of UUIDs as {@link #fill(long[])} does, as bytes. A direct buffer is filled as
   * fast as a buffer on the heap.
   *
   * @param ids the buffer to fill from its position to its limit, with 16 bytes for each UUID,
   *     always big-endian. On success the buffer's position is then its limit. After a failure the
   *     buffer's position is unchanged, and its contents are undefined
   * @throws IllegalArgumentException if the remaining bytes are not 1 to {@value #MAX_BATCH} whole
   *     UUIDs; no UUID is issued
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; no UUID is issued
   * @throws MintmarkException as {@link #fill(long[])} does
   */
  default void fill(ByteBuffer ids) {
    long[] made = new long[2 * BatchSize.of(ids, 2 * Long.BYTES)];
    fill(made);
    BatchSize.put(made, ids);
  }
}
