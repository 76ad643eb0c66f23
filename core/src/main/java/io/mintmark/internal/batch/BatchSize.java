package io.mintmark.internal.batch;

import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/** Counts the ids for which the caller's memory has room. */
public final class BatchSize {

  private BatchSize() {}

  /**
   * Counts the ids that fill an array.
   *
   * @param ids the caller's array
   * @param longs how many longs an id has
   * @return 1 to {@value Generator#MAX_BATCH}
   * @throws IllegalArgumentException if the length does not fit such a number of ids
   */
  public static int of(long[] ids, int longs) {
    Objects.requireNonNull(ids, "ids");
    return of(ids.length, longs, "longs", "length");
  }

  /**
   * Counts the ids that fill the remaining part of a buffer.
   *
   * @param ids the caller's buffer
   * @param bytes how many bytes an id has
   * @return 1 to {@value Generator#MAX_BATCH}
   * @throws ReadOnlyBufferException if the buffer is read-only
   * @throws IllegalArgumentException if the remaining length does not fit such a number of ids
   */
  public static int of(ByteBuffer ids, int bytes) {
    Objects.requireNonNull(ids, "ids");
    if (ids.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    return of(ids.remaining(), bytes, "bytes", "remaining");
  }

  private static int of(int length, int idLength, String units, String what) {
    int count = length / idLength;
    if (count * idLength != length || count < 1 || count > Generator.MAX_BATCH) {
      throw new IllegalArgumentException(Message.of(
          "the array or buffer does not hold 1 to {} ids of {} {} each: {}={}; none was issued",
          Generator.MAX_BATCH,
          idLength,
          units,
          what,
          length));
    }
    return count;
  }
}
