package io.mintmark.objectid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;
import java.nio.ByteBuffer;

/**
 * Makes ObjectIds without settings and without a store. Within one process, no id is made twice, at
 * any speed.
 *
 * <p>Within a process, no two generators ever make the same id. The ids of different processes
 * differ by their 40 random bits, as with every ObjectId. If two class loaders load this class, for
 * example for two applications in one container, each class loader counts as a process. Ids are
 * ordered by second. Calls take nanoseconds. They block only while the process is suspended for a
 * checkpoint. Thread-safe.
 *
 * <p>A call fails, and issues no id, with a {@link io.mintmark.error.ClockBehindException} if the
 * clock is before 1970, with an {@link io.mintmark.error.ExhaustedException} if it is at
 * 2106-02-07T06:28:16Z or later, and with a {@link io.mintmark.error.StoreUnavailableException} if
 * a checkpoint takes longer than the claim timeout.
 */
public interface ObjectIdGenerator extends ValueGenerator<ObjectId> {

  /**
   * Returns the generator behind {@link ObjectId#next}, which needs no store and is never closed.
   *
   * @return the shared generator of this process, named {@code objectid}
   */
  static ObjectIdGenerator ofProcess() {
    return ProcessObjectIds.PROCESS;
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's buffer.
   *
   * @param ids the buffer to fill from its position to its limit, in the order in which ids are
   *     made, with 12 bytes for each id, always big-endian. On success the buffer's position is
   *     then its limit. After a failure the buffer's position is unchanged, and its contents are
   *     undefined
   * @throws IllegalArgumentException if the remaining bytes are not 1 to {@value
   *     Generator#MAX_BATCH} whole ids; no id is issued
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  void fill(ByteBuffer ids);
}
