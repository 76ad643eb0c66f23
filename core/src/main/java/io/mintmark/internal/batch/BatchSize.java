package io.mintmark.internal.batch;

import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/** Computes how many ids fit into an array or a buffer of the caller, and fills the buffer. */
public final class BatchSize {

  private BatchSize() {}

  /**
   * Checks the size of a batch.
   *
   * @param count the number of ids
   * @throws IllegalArgumentException if the count is not 1 to {@value Generator#MAX_BATCH}
   */
  public static void check(int count) {
    if (count < 1 || count > Generator.MAX_BATCH) {
      throw new IllegalArgumentException(Message.of(
          "the count is not 1 to {}: count={}; no id issued", Generator.MAX_BATCH, count));
    }
  }

  /**
   * Computes how many ids fill an array.
   *
   * @param ids the caller's array
   * @param longs the number of longs in an id
   * @return the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @throws IllegalArgumentException if the length is not that of 1 to {@value Generator#MAX_BATCH}
   *     whole ids
   */
  public static int of(long[] ids, int longs) {
    Objects.requireNonNull(ids, "ids");
    return of(ids.length, longs, "longs", "length");
  }

  /**
   * Computes how many ids fill the remaining part of a buffer.
   *
   * @param ids the caller's buffer
   * @param bytes the number of bytes in an id
   * @return the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @throws ReadOnlyBufferException if the buffer is read-only
   * @throws IllegalArgumentException if the remaining bytes are not 1 to {@value
   *     Generator#MAX_BATCH} whole ids
   */
  public static int of(ByteBuffer ids, int bytes) {
    Objects.requireNonNull(ids, "ids");
    if (ids.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    return of(ids.remaining(), bytes, "bytes", "remaining");
  }

  /**
   * Fills the remaining part of a buffer with ids, always big-endian. The buffer's position is then
   * its limit.
   *
   * @param made the ids, as many as fill the remaining part
   * @param ids the caller's buffer; its own byte order does not matter
   */
  public static void put(long[] made, ByteBuffer ids) {
    ids.slice().asLongBuffer().put(made);
    ids.position(ids.limit());
  }

  private static int of(int length, int idLength, String units, String what) {
    int count = length / idLength;
    if (count * idLength != length || count < 1 || count > Generator.MAX_BATCH) {
      throw new IllegalArgumentException(Message.of(
          "the array or buffer does not hold 1 to {} ids of {} {} each: {}={}; no id issued",
          Generator.MAX_BATCH,
          idLength,
          units,
          what,
          length));
    }
    return count;
  }
}
