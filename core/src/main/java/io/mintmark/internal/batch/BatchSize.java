package io.mintmark.internal.batch;

import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/** How many ids the caller's memory is for. */
public final class BatchSize {

  private BatchSize() {}

  /**
   * Counts the ids that fill an array.
   *
   * @param ids the caller's
   * @param longs how many longs an id has
   * @return 1 to {@value Generator#MAX_BATCH}
   * @throws IllegalArgumentException if it is for no such number of ids
   */
  public static int of(long[] ids, int longs) {
    Objects.requireNonNull(ids, "ids");
    return of(ids.length, longs, "longs", "length");
  }

  /**
   * Counts the ids that fill what remains of a buffer.
   *
   * @param ids the caller's
   * @param bytes how many bytes an id has
   * @return 1 to {@value Generator#MAX_BATCH}
   * @throws ReadOnlyBufferException if the buffer cannot be written
   * @throws IllegalArgumentException if there is room for no such number of ids
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
          "the room is not for 1 to {} ids of {} {} each: {}={}; none was issued",
          Generator.MAX_BATCH,
          idLength,
          units,
          what,
          length));
    }
    return count;
  }
}
